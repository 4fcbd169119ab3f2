import type { Plugin } from 'vite'

/** Without wouter's parser of patterns: src/web/frame/routes.tsx finds each page by its whole path. */
export function wholePaths(): Plugin {
  return {
    name: 'whole-paths',
    enforce: 'pre',
    load: { filter: { id: /\/regexparam\// }, handler: () => 'export const parse = undefined' },
  }
}
