import type { ComponentProps } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import type { FrameProps, PrivacyText } from '#shared/pages/page-content.ts'
import { Frame } from './embed/frame.tsx'
import { WordsPage } from './frame/words-page.tsx'
import { chunkAt, loadDrawnPages } from './loading/page-chunks.ts'
import { setStartData, type StartData } from './loading/start-data.ts'
import { PrivacyWords } from './routes/privacy/privacy-words.tsx'

export { setSite } from '#shared/site/site-in-pages.ts'

/** Call it before `renderPage`. */
export const loadPages = loadDrawnPages

/** Ready for hydration. `words`: in place of the page, with what is drawn for one visitor. */
export function renderPage(path: string, words: ComponentProps<typeof WordsPage> | null, data: StartData = {}): string {
  setStartData(data)
  const page = words ? <WordsPage {...words} /> : undefined
  // The dashboard has a frame of its own.
  if (chunkAt(path) === 'admin') return renderToString(<div className="flex min-h-dvh flex-col">{page}</div>)
  return renderToString(<App ssrPath={path}>{page}</App>)
}

/** In place of the placeholder of the privacy page. */
export function renderPrivacy(text: PrivacyText): string {
  return renderToStaticMarkup(<PrivacyWords {...text} />)
}

/** A whole document, which other sites frame. */
export function renderFrame(props: FrameProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Frame {...props} />)}`
}
