import type { Plugin } from 'vite'

/**
 * For the helper that Vite calls before each `import()`: loads no stylesheet that the page has, because a second copy
 * would come after the colours of the site and win. See docs/decisions/0009-scripts-after-the-first-paint.md.
 */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    load: { filter: { id: /vite\/preload-helper/ }, handler: () => HELPER },
  }
}

const HELPER = `
const loading = {}
const load = (file) => (loading[file] ??= document.querySelector('link[href="/' + file + '"]') || new Promise((onload, onerror) => {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/' + file, onload, onerror }))
}))
export const __vitePreload = (run, files = []) => Promise.all(files.map(load)).then(run)
`
