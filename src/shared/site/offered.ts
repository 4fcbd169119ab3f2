import { choicesOf, isChoiceQuestion, type Labelled } from './questions.ts'
import { perSite, site } from './site.ts'

export function offered(name: 'job_industry' | 'problems' | 'goals'): readonly string[] {
  return choicesTo(name).map(({ value }) => value)
}

export function priceBands(): readonly Labelled[] {
  return choicesTo('price_range')
}

export function choicesTo(name: 'job_industry' | 'problems' | 'goals' | 'price_range'): readonly Labelled[] {
  const question = site().everyQuestion.find((question) => question.name === name)
  return question && isChoiceQuestion(question) ? choicesOf(question) : []
}

export const UNKNOWN = 'Unknown'

export const priceNames = perSite((): readonly string[] => priceBands().map(({ value }) => shorten(value)))

export function industryOf(entry: { job_industry?: string | null }): string {
  return entry.job_industry?.trim() || UNKNOWN
}

/** By value or label; any other text as it is; 'Unknown' for none. */
export function priceOf(price: string | null | undefined): string {
  const own = price?.trim() || UNKNOWN
  const name = shorten(own)
  return priceNames().includes(name) ? name : own
}

export function sourceOf(source: string | null | undefined): string | null {
  return source?.trim().toLowerCase() || null
}

export function linkNameOf(name: string | null | undefined): string | null {
  return name?.trim().replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) || null
}

export function tagOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/** An entry stored in a browser only shows whether a code was typed. */
export function wasReferred(entry: { is_referred?: boolean; used_referral_code?: string | null }): boolean {
  return entry.is_referred ?? Boolean(entry.used_referral_code)
}

function shorten(price: string): string {
  return price.replaceAll(' ', '').replace('/month', '')
}
