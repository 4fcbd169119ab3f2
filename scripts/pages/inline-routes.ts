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
