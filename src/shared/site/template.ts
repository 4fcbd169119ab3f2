import { templateWords } from '#site/template-words.ts'
import type { TemplateName } from './template-names.ts'
import { sourceSite, type SiteDocument } from './site.ts'

/** Any part of a document. Lists are replaced as a whole. */
export type Overlay<Part> = Part extends string
  ? string
  : Part extends readonly unknown[]
    ? readonly unknown[]
    : Part extends object
      ? { [Name in keyof Part]?: Overlay<Part[Name]> }
      : Part

/** Words, blocks and drawings of a template. What is the owner's stays: name, opening, addresses, questions, logo. */
export function withTemplate(document: SiteDocument, name: TemplateName): SiteDocument {
  const words = name === 'beauty' ? {} : templateWords[name]
  const template = merged(sourceSite, words) as SiteDocument
  const { brand, look, questions, languages } = document
  const colors = [sourceSite.look.color, ...Object.values(templateWords).map(({ look }) => look.color)]
  const hasOwnAddress = ![String(sourceSite.brand.address), ''].includes(String(brand.address))
  return {
    ...template,
    brand: {
      ...brand,
      pitch: template.brand.pitch,
      address: hasOwnAddress ? brand.address : name === 'beauty' ? sourceSite.brand.address : [],
    },
    look: {
      ...look,
      template: name,
      queue: template.look.queue,
      // A colour of the owner's own stays.
      color: colors.includes(look.color) ? template.look.color : look.color,
    },
    questions,
    languages,
  }
}

function merged(part: unknown, over: unknown): unknown {
  if (over === undefined) return part
  if (typeof part !== 'object' || typeof over !== 'object' || Array.isArray(over) || part === null || over === null)
    return over
  const words = over as Record<string, unknown>
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, merged(value, words[name])]))
}
