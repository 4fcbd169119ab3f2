import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Modules whose exports are computed when the pages are built, so the pages do not include their imports. */
const WORKED_OUT = /\/src\/(site\/question-count|shared\/pages)\.ts$/

/** The fields of a page that only the build and the server need. */
const LEFT_OUT = ['description', 'isPersonal']

/** A plugin that computes those modules when the pages are built. */
export function workedOut(): Plugin {
  return {
    name: 'worked-out',
    load: {
      filter: { id: WORKED_OUT },
      async handler(id) {
        const values = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>)
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, leaveOut)}`).join('\n')
      },
    },
  }
}

function leaveOut(name: string, value: unknown): unknown {
  return LEFT_OUT.includes(name) ? undefined : value
}
