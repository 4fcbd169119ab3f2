import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { WordsPage } from './frame/words-page.tsx'
import { FirstChair } from './ui/drawings/first-chair.tsx'

export { setSite } from '#shared/site/site-in-pages.ts'

/** A drawing of the pages for pictures that the server draws. */
export const chair = renderToStaticMarkup(<FirstChair />)

/** The markup of one page: as a whole, ready for hydration in the browser, or with these words in place of the page. */
export async function renderPage(
  path: string,
  words?: { title: string; text: string; isPlain?: boolean },
): Promise<string> {
  const { prelude } = await prerender(<App ssrPath={path}>{words && <WordsPage {...words} />}</App>)
  return new Response(prelude).text()
}
