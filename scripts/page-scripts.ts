/**
 * The same page with its scripts behind the first paint: public/early.js fetches them then. It stands before the
 * stylesheet, so that it waits for nothing.
 */
export function scriptsEarly(html: string): string {
  const [script, main] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  if (!script || !main) throw new Error('The built page has no script')
  const preloads = [...html.matchAll(/\s*<link rel="modulepreload"[^>]* href="([^"]+)"\s*\/?>/g)]
  const early = `<script async fetchpriority="high" src="/early.js" data-scripts="${[main, ...preloads.map(([, href]) => href)].join(' ')}"></script>`
  return preloads.reduce((page, [link]) => page.replace(link, ''), html.replace(script, early))
}
