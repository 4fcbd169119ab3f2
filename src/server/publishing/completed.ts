import { type SiteDocument, sourceSite } from '#shared/site/site.ts'

/** A stored document with the words that this version of the program has in addition. Lists stay as they are. */
export function completed(document: object): SiteDocument {
  return merge(sourceSite, document) as SiteDocument
}

function merge(source: unknown, stored: unknown): unknown {
  if (stored === undefined) return source
  if (!isRecord(source) || !isRecord(stored)) return stored
  return Object.fromEntries(Object.entries(source).map(([name, part]) => [name, merge(part, stored[name])]))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
