/**
 * public/early.js loads the page's scripts after the first paint. The tag stands before the stylesheet, so it does not
 * wait for it.
 */
export function scriptsEarly(html: string): string {
  const [script, main] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  if (!script || !main) throw new Error('The built page has no script')
  const preloads = [...html.matchAll(/\s*<link rel="modulepreload"[^>]* href="([^"]+)"\s*\/?>/g)]
  const early = `<script async fetchpriority="high" src="/early.js" data-scripts="${[main, ...preloads.map(([, href]) => href)].join(' ')}"></script>`
  return preloads.reduce((page, [link]) => page.replace(link, ''), html.replace(script, early))
}
