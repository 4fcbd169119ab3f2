import type { Plugin } from 'vite'
import { ROUTES } from '#shared/routes.ts'
import type { Route } from '#shared/routes/route.ts'

const IMPORT = /^import \{ ROUTES \} from '#shared\/routes\.ts'\n/m
const USE = /\bROUTES\.(\w+)(\.path\b)?/g

/** The table itself would bring the schemas of all calls to every page. */
export function inlineRoutes(): Plugin {
  return {
    name: 'inline-routes',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: IMPORT },
      handler: (code) =>
        code.replace(IMPORT, '').replace(USE, (_, name: string, path?: string) => lightly(name, path !== undefined)),
    },
    load: {
      filter: { id: /\/src\/shared\/routes\.ts$/ },
      handler() {
        throw new Error('Use the table of routes only as ROUTES.x, and import it as { ROUTES }.')
      },
    },
  }
}

function lightly(name: string, isPath: boolean): string {
  const route = Object.entries<Route>(ROUTES).find(([known]) => known === name)?.[1]
  if (!route) throw new Error(`There is no route ${name}`)
  const { method, path, once, body } = route
  if (isPath) return JSON.stringify(path)
  // Only whether there is a body counts.
  return `(${JSON.stringify({ method, path, once, body: body && (body === 'file' ? body : {}) })})`
}

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

/** Without wouter's parser of patterns: src/web/frame/routes.tsx finds each page by its whole path. */
export function wholePaths(): Plugin {
  return {
    name: 'whole-paths',
    enforce: 'pre',
    load: { filter: { id: /\/regexparam\// }, handler: () => 'export const parse = undefined' },
  }
}
