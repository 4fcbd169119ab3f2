import { prerender } from 'react-dom/static'
import { App } from './app.tsx'

/** The markup of one page as the browser will take it over. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(<App ssrPath={path} />)
  return new Response(prelude).text()
}
