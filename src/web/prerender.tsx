import { prerender } from 'react-dom/static'
import { App } from './app.tsx'

/** The markup of one page, ready for hydration in the browser. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(<App ssrPath={path} />)
  return new Response(prelude).text()
}
