import { site } from '#shared/site/site.ts'
import { Drawing } from './drawing.tsx'

type Sized = { className?: string }

/** What the first in line gets. */
export function First({ className }: Sized) {
  return <Drawing box="0 0 340 406" art={site().queueArt.first} className={className} />
}

/** `item`: the drawing on it; that of the visitor, if they have brought `own`. */
export function Waiting({ item = '', own = false, className }: Sized & { item?: string; own?: boolean }) {
  const { waiting, own: theirs } = site().queueArt
  const art = `<g stroke='currentColor' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'>${waiting}${own ? theirs : item}</g>`
  return <Drawing box="0 0 96 168" art={art} className={className} />
}
