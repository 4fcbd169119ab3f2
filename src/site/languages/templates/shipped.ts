import type { shipped } from '../shipped.ts'
import type { TemplateTranslations } from '#shared/site/translation.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { vi } from './vi.ts'

export const shippedTemplates: Record<keyof typeof shipped, TemplateTranslations> = { de, fr, es, pt, pl, ar, vi }
