import { fileURLToPath } from 'node:url'

/** The built pages. `npm test` builds them first. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
