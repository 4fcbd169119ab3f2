import { readLanguage } from '../values/language.ts'
import type { Site } from './site.ts'

/* Replaces site.ts in the pages (scripts/pages/site-parts.ts), which get only the parts that their chunks name. */

export type SiteParts = Partial<Site>

let current: SiteParts = {}
readLanguage(() => current.language ?? 'en')

/** @public Imported as `site` of site.ts. */
export function site(): Site {
  return current as Site
}

export function addParts(parts: SiteParts) {
  Object.assign(current, parts)
}

export function setSite(next: SiteParts) {
  current = next
}

/** @public Imported as `perSite` of site.ts. */
export function perSite<Value>(make: () => Value): () => Value {
  let of: SiteParts | undefined
  let made: Value
  return () => {
    if (of !== current) made = make()
    of = current
    return made
  }
}

/** @public Imported as `underVersion` of site.ts. A page has only one version of the site. */
export function underVersion<Value>(_version: unknown, run: () => Value): Value {
  return run()
}
