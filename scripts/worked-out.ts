import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Modules of which the pages get the values alone, not what those are made of. */
const WORKED_OUT = /\/src\/site\/question-count\.ts$/

/** Works those modules out while the pages are built. */
export function workedOut(): Plugin {
  return {
    name: 'worked-out',
    load: {
      filter: { id: WORKED_OUT },
      async handler(id) {
        const values = Object.entries((await import(pathToFileURL(id).href)) as Record<string, string>)
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
      },
    },
  }
}
