import { perSite, site } from '#shared/site/site.ts'
import { isolated, languageName } from '#shared/values/language.ts'
import { choiceFilterOf, valuesOf } from '#shared/list/filters.ts'
import type { RewardState } from '#shared/list/rewards.ts'
import { choicesTo, priceBands } from '#shared/site/offered.ts'
import { countedQuestions, isCounted, isFurther, offeredBy, shownQuestions } from '#shared/site/questions.ts'
import { grouped } from '../../../ui/grouped.ts'
import { type FirstQuestion, onlyShown, wordsFor } from '../state/first-questions.ts'
import { ADDRESS_FILTERS, type View, filtersOf, rangeOf } from '../state/view.ts'
import { REWARD_STATE_WORDS } from '../state/reward-words.ts'
import { rangeCaption } from './range-caption.ts'

type Choice = { value: string; label: string }
export type Filter = { name: keyof View; label: string; choices: readonly Choice[]; question?: FirstQuestion }

const yesNo = (yes: string, no: string): Choice[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
]

/** `all`: the text of a control that does not filter. */
export const mainFilters = perSite((): readonly (Filter & { all: string })[] =>
  onlyShown<Filter & { all: string }>([
    {
      name: 'industry',
      label: wordsFor('job_industry', 'Industry'),
      all: 'All Industries',
      choices: choicesTo('job_industry'),
      question: 'job_industry',
    },
    {
      name: 'solo',
      label: 'Provider Type',
      all: 'All Providers',
      choices: yesNo('Solo Providers', 'Group Practices'),
      question: 'is_solo_provider',
    },
    {
      name: 'price',
      label: wordsFor('price_range', 'Price Range'),
      all: 'All Price Ranges',
      choices: priceBands(),
      question: 'price_range',
    },
    ...furtherFilters().filter(({ choices }) => choices.length > 0),
  ]),
)

/** A question for a date offers nothing, but its chart leads here. */
function furtherFilters() {
  return shownQuestions()
    .filter((question) => isFurther(question) && isCounted(question))
    .map((question) => ({
      name: choiceFilterOf(question.name) as keyof View,
      label: question.label,
      all: 'All answers',
      choices: offeredBy(question),
    }))
}

export const moreFilters = perSite((): readonly Filter[] => [
  ...onlyShown<Filter>([
    {
      name: 'problem',
      label: wordsFor('problems', 'Challenge'),
      choices: choicesTo('problems'),
      question: 'problems',
    },
    { name: 'goal', label: wordsFor('goals', 'Goal'), choices: choicesTo('goals'), question: 'goals' },
  ]),
  ...languageFilter(),
  { name: 'imported', label: 'Import', choices: yesNo('Imported', 'Not imported') },
  { name: 'referred', label: 'Referral', choices: yesNo('Came by referral', 'Came directly') },
  { name: 'opened', label: 'Invitation', choices: yesNo('Opened', 'Not opened') },
  {
    name: 'state',
    label: 'Status',
    choices: [
      { value: 'waiting', label: 'Waiting' },
      { value: 'invited', label: 'Invited' },
      { value: 'admitted', label: 'Let in' },
    ],
  },
  { name: 'doubtful', label: 'Doubt', choices: yesNo('Doubtful', 'Not doubtful') },
  { name: 'rejected', label: 'Rejection', choices: yesNo('Rejected', 'Not rejected') },
])

/** Once the site has two. */
function languageFilter(): Filter[] {
  const choices = site().languages.map((value) => ({ value, label: languageName(value) }))
  return choices.length > 1 ? [{ name: 'language', label: 'Language', choices }] : []
}

const OTHER_FILTERS: readonly Filter[] = [
  { name: 'source', label: 'Source', choices: [] },
  { name: 'medium', label: 'Medium', choices: [] },
  { name: 'campaign', label: 'Campaign', choices: [] },
  { name: 'tag', label: 'Tag', choices: [] },
  { name: 'reward', label: 'Reward', choices: [] },
  { name: 'named_code', label: 'Code', choices: [] },
]

const orMore = (least: string) => `${grouped(Number(least))} or more`

/** Nobody has two values of these, or more and less of one. */
export const ONE_VALUE: readonly string[] = [
  'solo',
  'friends',
  'imported',
  'referred',
  'opened',
  'doubtful',
  'rejected',
]

export const FRIENDS_FILTER: Filter = {
  name: 'friends',
  label: 'Friends',
  choices: ['1', '2', '3', '5', '10', '25', '50'].map((value) => ({ value, label: orMore(value) })),
}

const allFilters = perSite(() => [
  ...mainFilters(),
  FRIENDS_FILTER,
  ...OTHER_FILTERS,
  ...moreFilters(),
  ...furtherFilters().filter(({ choices }) => choices.length === 0),
])
const needLabel = perSite((): readonly string[] => [
  ...ADDRESS_FILTERS.slice(0, 10),
  ...countedQuestions().map(({ name }) => choiceFilterOf(name)),
])

type ActiveFilter = { name: keyof View; words: string }

const statesIn = (rewards: string) =>
  valuesOf(rewards)
    .map((one) => REWARD_STATE_WORDS[one.split(':')[1] as RewardState] ?? one)
    .join(' or ')

/** Without the search. The range only under People. */
export function activeFilters(view: View): ActiveFilter[] {
  const hasRange = view.view === 'people' && (view.from !== null || rangeOf(view) !== 'all')
  const range: ActiveFilter[] = hasRange ? [{ name: 'range', words: rangeCaption(filtersOf(view)) }] : []
  const others = allFilters().flatMap(({ name, label, choices }) => {
    const value = view[name]
    if (!value) return []
    const words = name === 'friends' ? orMore(value) : name === 'reward' ? statesIn(value) : valueWords(value, choices)
    return { name, words: needLabel().includes(name) ? `${label}: ${words}` : words }
  })
  return [...range, ...others]
}

export function valueWords(filter: string, choices: readonly Choice[]): string {
  const labels = valuesOf(filter).map(
    (value) => choices.find((choice) => choice.value === value)?.label ?? isolated(value),
  )
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' or ')
}
