import { priceBands } from './offered.ts'
import { perSite } from './site.ts'

export const UNKNOWN = 'Unknown'

/** The names of the price bands in charts, such as '£0-£10', cheapest first. */
export const priceNames = perSite((): readonly string[] => priceBands().map(({ value }) => shorten(value)))

/** The industry under which an entry is counted. */
export function industryOf(entry: { job_industry?: string | null }): string {
  return entry.job_industry?.trim() || UNKNOWN
}

/** The name of a price band from its value or label; any other text as it is; 'Unknown' for none. */
export function priceOf(price: string | null | undefined): string {
  const own = price?.trim() || UNKNOWN
  const name = shorten(own)
  return priceNames().includes(name) ? name : own
}

/** The source in a link, normalized for counting; null if the link has none. */
export function sourceOf(source: string | null | undefined): string | null {
  return source?.trim().toLowerCase() || null
}

/** A medium or campaign in a link, normalized for comparison; null if the link has none. */
export function linkNameOf(name: string | null | undefined): string | null {
  return name?.trim().replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) || null
}

/** A tag in its stored form, in which spacing and capitals make no difference. */
export function tagOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** Whether a person used another person's code. An entry stored in a browser only shows whether a code was typed. */
export function wasReferred(entry: { is_referred?: boolean; used_referral_code?: string | null }): boolean {
  return entry.is_referred ?? Boolean(entry.used_referral_code)
}

function shorten(price: string): string {
  return price.replaceAll(' ', '').replace('/month', '')
}
