import { useId, useRef, useState } from 'react'
import { FILM_TYPES } from '#shared/site/film.ts'
import { sendFilm } from '../../../api/admin/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'

const PATH = 'landing.film.file'
const DRAWN = '/film/film.mp4'

/** The film of the first page: the drawn one, or one that the owner sends. */
export function FilmField({ draft }: { draft: Draft }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const { document, view } = draft
  const { file } = document.landing.film
  const set = (next: string) => draft.change((now) => withValue(now, PATH, next))

  async function send(chosen: File | undefined) {
    if (!chosen) return
    setProblem(null)
    setSending(true)
    const stored = await sendFilm(chosen).catch(() => 'could not be sent: the server cannot be reached right now')
    setSending(false)
    if (typeof stored === 'string') setProblem(`${chosen.name} ${stored}.`)
    else set(stored.file)
  }

  return (
    <div
      className="setting"
      data-changed={file !== (view.document as typeof document).landing.film.file || undefined}
      data-invalid={problem ? true : undefined}
    >
      <span id={id} className="site-label">
        Film
      </span>
      {file !== DRAWN && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are texts of the first page
        <video
          src={file}
          controls
          preload="metadata"
          aria-label="Your film"
          className="w-full max-w-sm rounded-control"
        />
      )}
      {view.file === null && (
        <span className="site-state-acts">
          <input
            ref={input}
            type="file"
            accept={Object.values(FILM_TYPES).join()}
            aria-label="Film file"
            className="sr-only"
            onChange={({ target }) => {
              void send(target.files?.[0])
              target.value = ''
            }}
          />
          <button
            type="button"
            aria-labelledby={`${id}-choose ${id}`}
            disabled={isSending}
            className={buttonStyle('quiet', 'tool-button')}
            onClick={() => input.current?.click()}
          >
            <span id={`${id}-choose`}>
              {isSending ? 'Sending…' : file === DRAWN ? 'Choose a file' : 'Another file'}
            </span>
          </button>
          {file !== DRAWN && (
            <button type="button" className={buttonStyle('bare')} onClick={() => set(DRAWN)}>
              Back to the drawn film
            </button>
          )}
        </span>
      )}
      <output className={problem ? 'setting-problem' : 'setting-hint'}>
        {problem ??
          'MP4 or WebM, up to 20 MB. Visitors get it as it comes, once they press Play. Put its words and their seconds under First page.'}
      </output>
    </div>
  )
}
