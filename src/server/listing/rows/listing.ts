import { type Answers, choiceKeysOf } from '#shared/site/answers.ts'
import { industryOf, priceOf, sourceOf } from '#shared/site/facets.ts'
import { fold, searchText } from '#shared/list/search-text.ts'
import { type Slots, toMask } from './choices.ts'

export type Listing = {
  search: string
  business: string
  industry: string
  is_solo: boolean | null
  price: string
  problems: number
  goals: number
  choices: string[] | null
  is_referred: boolean
  source: string | null
}

type Listed = Answers & {
  email: string
  full_name: string | null
  is_referred: boolean
  source: string | null | undefined
}

export const LISTING_COLUMNS =
  'search, business, industry, is_solo, price, problems, goals, choices, is_referred, source'
export const LISTING_RECORD = `search text, business text, industry text, is_solo boolean, price text, problems bigint, goals bigint,
  choices text[], is_referred boolean, source text`

export function toListing(entry: Listed, slots: Slots): Listing {
  const choices = choiceKeysOf(entry)
  return {
    search: searchText(entry),
    business: fold(entry.business_name ?? ''),
    industry: industryOf(entry),
    is_solo: entry.is_solo_provider,
    price: priceOf(entry.price_range),
    problems: toMask(entry.problems, slots.problem),
    goals: toMask(entry.goals, slots.goal),
    choices: choices.length > 0 ? choices : null,
    is_referred: entry.is_referred,
    source: sourceOf(entry.source),
  }
}
