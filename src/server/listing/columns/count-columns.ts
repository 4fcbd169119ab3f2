import { compareText } from '#shared/compare-text.ts'
import { sourceOf } from '#shared/facets.ts'
import { addMask } from '../choices.ts'
import { MOST_SOURCES, type TallyRow } from '../read-tally.ts'
import type { Columns } from './columns.ts'
import { countValues, matchColumns, type Matches, type Question } from './match-columns.ts'

/** The same counts that `readTally` reads from the sums. */
export function countColumns(columns: Columns, question: Question): TallyRow {
  const matches = matchColumns(columns, question)
  const kinds = countValues(columns.kind, matches)
  const sources = sumUp(countValues(columns.link, matches).map(([{ source }, count]) => [sourceOf(source), count]))
  const choices = countValues(columns.choices, matches)
  return {
    heads: countHeads(columns, matches),
    referred: kinds.reduce((sum, [{ is_referred }, count]) => sum + (is_referred ? count : 0), 0),
    problem: countMasks(countValues(columns.problems, matches)),
    goal: countMasks(countValues(columns.goals, matches)),
    prices: [...sumUp(kinds.map(([{ price }, count]) => [price, count]))],
    sources: [...sources].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).slice(0, MOST_SOURCES),
    choices: [...sumUp(choices.flatMap(([keys, count]) => keys.map((key) => [key, count] as const)))],
  }
}

function countHeads({ kind }: Columns, matches: Matches): TallyRow['heads'] {
  const heads = new Map<string, TallyRow['heads'][number]>()
  for (const [{ day, industry, is_solo }, count] of countValues(kind, matches, { alsoBeside: true })) {
    const key = `${day} ${industry}`
    const head = heads.get(key) ?? { day, industry, signups: 0, solo: 0, group: 0 }
    heads.set(key, head)
    head.signups += count
    if (is_solo === true) head.solo += count
    if (is_solo === false) head.group += count
  }
  return [...heads.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

function countMasks(masks: [mask: number, count: number][]): number[] {
  const counts: number[] = []
  for (const [mask, count] of masks) addMask(counts, mask, count)
  return counts
}

function sumUp(counts: (readonly [name: string | null, count: number])[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, count] of counts) if (name !== null) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}
