import { addCount, compareText, type Counts } from '#shared/values/counts.ts'
import { sourceOf } from '#shared/site/facets.ts'
import { addMask } from '../rows/choices.ts'
import { MOST_SOURCES, type TallyRow } from '../sql/read-tally.ts'
import type { Columns } from './columns.ts'
import { countValues, matchColumns, type Matches, type Question } from './match-columns.ts'

export function countColumns(columns: Columns, question: Question): TallyRow {
  const matches = matchColumns(columns, question)
  const prices: Counts = new Map()
  const sources: Counts = new Map()
  const choices: Counts = new Map()
  const problem: number[] = []
  const goal: number[] = []
  let referred = 0
  countValues(columns.kind, matches, ({ price, is_referred }, count) => {
    addCount(prices, price, count)
    if (is_referred) referred += count
  })
  countValues(columns.link, matches, ({ source }, count) => {
    const name = sourceOf(source)
    if (name !== null) addCount(sources, name, count)
  })
  countValues(columns.problems, matches, (mask, count) => addMask(problem, mask, count))
  countValues(columns.goals, matches, (mask, count) => addMask(goal, mask, count))
  countValues(columns.choices, matches, (keys, count) => keys.forEach((key) => addCount(choices, key, count)))
  return {
    heads: countHeads(columns, matches),
    referred,
    problem,
    goal,
    prices: [...prices],
    sources: [...sources].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, MOST_SOURCES),
    choices: [...choices],
  }
}

function countHeads({ kind }: Columns, matches: Matches): TallyRow['heads'] {
  const heads = new Map<string, TallyRow['heads'][number]>()
  const visit = ({ day, industry, is_solo }: NonNullable<(typeof kind.values)[number]>, count: number) => {
    const key = `${day} ${industry}`
    const head = heads.get(key) ?? { day, industry, signups: 0, solo: 0, group: 0 }
    heads.set(key, head)
    head.signups += count
    if (is_solo === true) head.solo += count
    if (is_solo === false) head.group += count
  }
  countValues(kind, matches, visit, { alsoBeside: true })
  return [...heads.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
