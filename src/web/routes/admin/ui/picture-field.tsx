import { useId } from 'react'
import type { DrawnLogo } from '#shared/site/logo.ts'
import { Button } from '../../../ui/button.tsx'
import { type Kind, UploadButton, useUpload } from './upload.tsx'

type Props = {
  id?: string
  label: string
  kind: Kind
  /** Where the picture is, if there is one. */
  src: string | null
  hint: string
  isFixed?: boolean
  onChange: (picture: DrawnLogo | null) => void
}

export function PictureField({ id: given, label, kind, src, hint, isFixed = false, onChange }: Props) {
  const own = useId()
  const id = given ?? own
  const { problem, isSending, send } = useUpload(kind, onChange)
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-1.5">
      <legend id={`${id}-label`} className="mb-1.5 text-control font-medium">
        {label}
      </legend>
      {src && <img src={src} alt="" className="max-h-40 max-w-full rounded-control" />}
      {!isFixed && (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <UploadButton
            id={id}
            label="Picture file"
            isSending={isSending}
            replaces={src && 'Replace picture'}
            onChoose={(file) => send(file)}
          />
          {src && (
            <Button kind="bare" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          )}
        </span>
      )}
      <p
        id={`${id}-more`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-small font-medium wrap-anywhere text-danger' : 'text-small text-pretty text-muted'}
      >
        {problem ?? `SVG, PNG, JPEG or WebP, up to 8 MB. ${hint}`}
      </p>
    </fieldset>
  )
}
