import { DRAWN_FILM } from '#shared/site/film.ts'
import { Button } from '../../../ui/button.tsx'
import { withValue } from './paths.ts'
import type { Draft } from './use-draft.ts'
import { WordField } from './word-fields.tsx'

/** An address, with a way back to the film of the house. */
export function FilmField({ draft, path, problem }: { draft: Draft; path: string; problem: string | undefined }) {
  const { address } = draft.document.landing.film
  const set = (next: string) => draft.change((now) => withValue(now, path, next))
  const hint =
    address === ''
      ? 'No film: the first page leaves the section out. Paste a YouTube or Vimeo link, or the https address of an MP4 or WebM file.'
      : 'A YouTube or Vimeo link, or the https address of an MP4 or WebM file. It loads only when a visitor presses Play.'
  return (
    <WordField draft={draft} path={path} label="Film" problem={problem} hint={hint}>
      {draft.view.file === null && (
        <span className="site-acts">
          {address !== '' && (
            <Button kind="bare" onClick={() => set('')}>
              Remove film
            </Button>
          )}
          {address !== DRAWN_FILM && (
            <Button kind="bare" onClick={() => set(DRAWN_FILM)}>
              Use the drawn film
            </Button>
          )}
        </span>
      )}
    </WordField>
  )
}
