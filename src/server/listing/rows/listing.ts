import { type Answers, choiceKeysOf } from '#shared/site/questions.ts'
import { industryOf, priceOf, sourceOf, priceNames, UNKNOWN } from '#shared/site/offered.ts'
import { fold, searchText } from '#shared/list/search-text.ts'
import { type Slots, toMask } from './choices.ts'
import pg from 'pg'
import { IS_REFERRED } from '../../people/why.ts'

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

/** Text beyond printable ASCII, or answers to further questions. Prices are not folded, so a currency sign is fine. */
export const NEEDS_PROGRAM = `(further_answers is not null
  or concat(email, full_name, business_name, job_industry, other_problem, other_goal, utm ->> 'source') ~ '[^ -~]')`

const PRICE = `coalesce(nullif(btrim(price_range), ''), '${UNKNOWN}')`
const SHORT_PRICE = `replace(replace(${PRICE}, ' ', ''), '/month', '')`

const folded = (text: string) => `translate(lower(${text} collate "C"), '''\`', '')`

/** From `NAMED_ENTRIES`, what `toListing` would make. */
export const plainListing = ({ problems, goals }: { problems: string; goals: string }): Record<string, string> => ({
  search: `concat_ws(E'\\x1f', ${folded('email')}, ${folded(`coalesce(business_name, '')`)}, ${folded(`coalesce(job_industry, '')`)},
    ${folded(`nullif(other_problem, '')`)}, ${folded(`nullif(other_goal, '')`)}) || ${folded(`coalesce(E'\\x1e' || full_name, '')`)}`,
  business: folded(`coalesce(business_name, '')`),
  industry: `coalesce(nullif(btrim(job_industry), ''), '${UNKNOWN}')`,
  is_solo: 'is_solo_provider',
  price: `case when ${SHORT_PRICE} = any(array[${priceNames().map(pg.escapeLiteral).join(', ')}]::text[]) then ${SHORT_PRICE} else ${PRICE} end`,
  problems,
  goals,
  choices: 'null::text[]',
  is_referred: IS_REFERRED,
  source: `nullif(lower(btrim(utm ->> 'source') collate "C"), '')`,
})

export function maskOf(column: string, slots: Record<string, number>): string {
  const bits = Object.entries(slots).map(
    ([name, slot]) => `case when ${pg.escapeLiteral(name)} = any(${column}) then ${2 ** slot} else 0 end`,
  )
  return `(${['0::bigint', ...bits].join(' + ')})`
}
