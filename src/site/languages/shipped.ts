import { ar } from './ar.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { vi } from './vi.ts'

/** English is src/site itself. */
export const shipped = { de, fr, es, pt, pl, ar, vi }
