import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { WordsPage } from './frame/words-page.tsx'
import { FirstChair } from './ui/drawings/first-chair.tsx'

export { setSite } from '#shared/site/site-in-pages.ts'

/** The chair as markup, for pictures that the server draws. */
export const chair = renderToStaticMarkup(<FirstChair />)

/** The markup of one page, ready for hydration in the browser. With `words`, these words replace the page. */
export async function renderPage(
  path: string,
  words?: { title: string; text: string; isPlain?: boolean },
): Promise<string> {
  const { prelude } = await prerender(<App ssrPath={path}>{words && <WordsPage {...words} />}</App>)
  return new Response(prelude).text()
}
