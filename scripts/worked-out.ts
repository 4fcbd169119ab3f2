import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Modules whose exports are computed when the pages are built, so the pages do not include their imports. */
const WORKED_OUT = /\/src\/site\/question-count\.ts$/

/** A plugin that computes those modules when the pages are built. */
export function workedOut(): Plugin {
  return {
    name: 'worked-out',
    load: {
      filter: { id: WORKED_OUT },
      async handler(id) {
        const values = Object.entries((await import(pathToFileURL(id).href)) as Record<string, string | number>)
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
      },
    },
  }
}
