import { ar } from './ar.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { vi } from './vi.ts'

/** English is src/site itself. */
export const shipped = { de, fr, es, ar, vi }
