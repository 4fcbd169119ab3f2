import { type Picture, picturePath } from '#shared/site/picture.ts'
import { Button } from '../../../ui/button.tsx'
import { fieldId, valueAt, withValue } from './paths.ts'
import { UploadButton, useUpload } from './upload.tsx'
import type { Draft } from './use-draft.ts'

const HINT = 'SVG, PNG, JPEG or WebP, up to 8 MB. Visitors get it at 300 KB or less.'

export function PictureField({ draft, path }: { draft: Draft; path: string }) {
  const id = fieldId(path)
  const picture = valueAt(draft.document, path) as Picture | null
  const set = (next: Picture | null) => draft.change((now) => withValue(now, path, next))
  const { problem, isSending, send } = useUpload('picture', set)
  return (
    <fieldset className="grid gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-control font-medium">
        Picture
      </legend>
      {picture && (
        <img
          src={picturePath(picture.hash)}
          width={picture.width}
          height={picture.height}
          alt=""
          className="site-picture"
        />
      )}
      {draft.view.file === null && (
        <span className="site-acts">
          <UploadButton
            id={id}
            label="Picture file"
            isSending={isSending}
            replaces={picture && 'Replace picture'}
            onChoose={(file) => void send(file)}
          />
          {picture && (
            <Button kind="bare" onClick={() => set(null)}>
              Remove picture
            </Button>
          )}
        </span>
      )}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'setting-problem' : 'setting-hint'}
      >
        {problem ?? HINT}
      </p>
    </fieldset>
  )
}
