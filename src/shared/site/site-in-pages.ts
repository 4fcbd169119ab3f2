import type { Site } from './site.ts'

/*
 * Replaces site.ts in the pages (scripts/pages/site-parts.ts). Pages are built without the site and get it as data. A
 * page gets only the parts that the page's chunks name.
 */

/** The parts of a site that pages get, and the number of the version. */
export type SiteParts = Partial<Site>

let current: SiteParts = {}

/** @public Imported as `site` of site.ts. */
export function site(): Site {
  return current as Site
}

/** Adds loaded parts to the site. */
export function addParts(parts: SiteParts) {
  Object.assign(current, parts)
}

/** Replaces the site, for the preview. */
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
