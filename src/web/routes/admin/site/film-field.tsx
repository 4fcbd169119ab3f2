import { useId } from 'react'
import { FILM_TYPES } from '#shared/site/film.ts'
import { sendFilm } from '../../../api/admin/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { FileButton } from './file-button.tsx'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'
import { useUpload } from './use-upload.ts'

const PATH = 'landing.film.file'
const DRAWN = '/film/film.mp4'
const HINT =
  'MP4 or WebM, up to 20 MB. Visitors get it as it comes, once they press Play. Put its words and their seconds under First page.'
const TYPES = Object.values(FILM_TYPES).join()

/** The film of the landing page: the default drawing, or a file that the owner uploads. */
export function FilmField({ draft }: { draft: Draft }) {
  const id = useId()
  const { document, view } = draft
  const { file } = document.landing.film
  const isChanged = file !== (view.document as typeof document).landing.film.file
  const set = (next: string) => draft.change((now) => withValue(now, PATH, next))
  const { problem, isSending, send } = useUpload(sendFilm, (stored) => set(stored.file))

  return (
    <div className="setting" data-changed={isChanged || undefined} data-invalid={problem ? true : undefined}>
      <span id={id} className="site-label">
        Film
      </span>
      {file !== DRAWN && <OwnFilm file={file} />}
      {view.file === null && (
        <span className="site-state-acts">
          <FileButton
            labelId={id}
            name="Film file"
            accept={TYPES}
            isBusy={isSending}
            onChoose={(chosen) => void send(chosen)}
          >
            {isSending ? 'Sending…' : file === DRAWN ? 'Choose a file' : 'Another file'}
          </FileButton>
          {file !== DRAWN && (
            <button type="button" className={buttonStyle('bare')} onClick={() => set(DRAWN)}>
              Back to the drawn film
            </button>
          )}
        </span>
      )}
      <output className={problem ? 'setting-problem' : 'setting-hint'}>{problem ?? HINT}</output>
    </div>
  )
}

function OwnFilm({ file }: { file: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are texts of the first page
    <video src={file} controls preload="metadata" aria-label="Your film" className="w-full max-w-sm rounded-control" />
  )
}
