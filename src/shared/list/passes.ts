import { choiceKeysOf, countedQuestions, type FurtherAnswers, toChoiceKey } from '../site/questions.ts'
import { industryOf, linkNameOf, priceNames, priceOf, sourceOf, tagOf, UNKNOWN, wasReferred } from '../site/offered.ts'
import { toSearch } from './search.ts'
import { searchText } from './search-text.ts'
import { choiceFilterOf, type Filters, valuesOf, type YES_NO } from './filters.ts'

/** An entry that was stored in a browser may lack any of them. */
export type Filterable = {
  email?: string | null
  full_name?: string | null
  business_name?: string | null
  job_industry?: string | null
  is_solo_provider?: boolean | null
  problems?: readonly string[] | null
  goals?: readonly string[] | null
  other_problem?: string | null
  other_goal?: string | null
  price_range?: string | null
  further_answers?: FurtherAnswers | undefined
  used_referral_code?: string | null
  named_code?: string | null
  is_referred?: boolean
  referrals?: number
  imported?: boolean
  utm_source?: string | null
  utm_medium?: string | null
  utm_campaign?: string | null
  language?: string
  state?: string
  opened?: boolean
  doubtful?: boolean
  rejected?: boolean
  tags?: readonly string[]
  /** Each as the filter `reward` names it. */
  earned?: readonly string[]
  position?: number
  rank?: number | null
  referral_code?: string
}

/** All filters except the range. A missing field counts as its value in a new entry. */
export function passes(entry: Filterable, filters: Partial<Filters>): boolean {
  const { industry, solo, price, q, source, medium, campaign, language, problem, goal, friends, state, tag, reward } =
    filters
  return (
    isSome(industry, (one) => industryOf(entry) === one) &&
    (solo === undefined || entry.is_solo_provider === (solo === 'yes')) &&
    isSome(price, (one) => hasPrice(entry, one)) &&
    isSome(source, (one) => sourceOf(entry.utm_source) === sourceOf(one)) &&
    (medium === undefined || linkNameOf(entry.utm_medium) === linkNameOf(medium)) &&
    (campaign === undefined || linkNameOf(entry.utm_campaign) === linkNameOf(campaign)) &&
    (language === undefined || (entry.language ?? 'en') === language) &&
    isSome(problem, (one) => Boolean(entry.problems?.includes(one))) &&
    isSome(goal, (one) => Boolean(entry.goals?.includes(one))) &&
    isAsked(filters.referred, wasReferred(entry)) &&
    isSome(filters.named_code, (one) => entry.named_code === one) &&
    (friends === undefined || (entry.referrals ?? 0) >= friends) &&
    isAsked(filters.imported, entry.imported ?? false) &&
    isSome(state, (one) => (entry.state ?? 'waiting') === one) &&
    isAsked(filters.opened, entry.opened ?? false) &&
    isAsked(filters.doubtful, entry.doubtful ?? false) &&
    isAsked(filters.rejected, entry.rejected ?? false) &&
    isSome(tag, (one) => Boolean(entry.tags?.includes(tagOf(one)))) &&
    isSome(reward, (one) => Boolean(entry.earned?.includes(one))) &&
    filteredChoices(filters).every((keys) => keys.some((key) => choiceKeysOf(entry).includes(key))) &&
    (!q || isFound(entry, q))
  )
}

function isFound(entry: Filterable, q: string): boolean {
  const search = toSearch(q)
  if ('position' in search) return entry.position === search.position
  if ('rank' in search) return entry.rank === search.rank
  return searchText(entry).includes(search.text) || (search.code !== null && entry.referral_code === search.code)
}

function isAsked(filter: (typeof YES_NO)[number] | undefined, is: boolean): boolean {
  return filter === undefined || is === (filter === 'yes')
}

function isSome(filter: string | undefined, is: (value: string) => boolean): boolean {
  return filter === undefined || valuesOf(filter).some(is)
}

/** For each question that filters: the keys of the choices of which a person needs one. */
export function filteredChoices(filters: Partial<Filters>): string[][] {
  return countedQuestions().flatMap(({ name }) => {
    const choices = filters[choiceFilterOf(name)]
    return choices === undefined ? [] : [valuesOf(choices).map((choice) => toChoiceKey(name, choice))]
  })
}

function hasPrice(entry: Filterable, price: string): boolean {
  const own = priceOf(entry.price_range)
  return price === UNKNOWN ? !priceNames().includes(own) : own === priceOf(price)
}
