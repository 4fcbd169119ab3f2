import { de } from './de.ts'

/** English is src/site itself. */
export const shipped = { de }
