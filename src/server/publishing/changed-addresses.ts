import type { SiteDocument } from '#shared/site/site.ts'

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/[^\s"<>]+|\b(?:[\w-]+\.)+[a-z]{2,}\b/gi

/** What leads visitors or their messages somewhere else, in words. */
export function changedAddresses(former: SiteDocument, next: SiteDocument): string[] {
  const [before, after] = [addressesIn(former), addressesIn(next)]
  const changed = [...before.symmetricDifference(after)]
  const isSupport = former.brand.supportEmail !== next.brand.supportEmail
  const others = changed.filter((one) => one !== former.brand.supportEmail && one !== next.brand.supportEmail)
  return [
    ...(isSupport ? ['Support address'] : []),
    ...(others.length > 0 ? ['Addresses in the texts of the site'] : []),
  ]
}

function addressesIn(document: SiteDocument): Set<string> {
  return new Set(JSON.stringify(document).match(ADDRESS) ?? [])
}
