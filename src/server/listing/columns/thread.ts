import { parentPort, workerData } from 'node:worker_threads'
import { setSite, type SiteDocument, siteOf } from '#shared/site/site.ts'
import { type Connection, reasonOf } from '../../db/client.ts'
import type { Answer, Asked } from './column-store.ts'
import { openSource, refresh, type Source } from './read-columns.ts'
import { addCount, compareText, type Counts } from '#shared/values/counts.ts'
import { sourceOf } from '#shared/site/offered.ts'
import { addMask } from '../rows/choices.ts'
import { MOST_SOURCES, type TallyRow } from '../sql/read-tally.ts'
import type { Columns } from './columns.ts'
import { countValues, matchColumns, type Matches, type Question, isInside, keepDays } from './match-columns.ts'
import type { Days } from '#shared/list/period.ts'
import type { Found, Page } from '../sql/found.ts'

const { connection } = workerData as { connection: Connection }
const port = parentPort!
const waiting: Asked[] = []
let isBusy = false
let source: Source | null = null

port.on('message', (asked: Asked) => {
  waiting.push(asked)
  if (!isBusy) void work()
})

async function work() {
  isBusy = true
  while (waiting.length > 0) await answerAll(waiting.splice(0))
  isBusy = false
}

async function answerAll(batch: Asked[]) {
  try {
    const current = await bringUpToDate(batch[0]!.timeZone)
    for (const asked of batch) port.postMessage(answer(asked, current))
  } catch (error) {
    await forget()
    const problem = reasonOf(error)
    for (const asked of batch) {
      learn(asked)
      port.postMessage({ id: asked.id, problem } satisfies Answer)
    }
  }
}

async function bringUpToDate(timeZone: string): Promise<Source> {
  if (source && (await refresh(source, timeZone))) return source
  await forget()
  const opened = await openSource(connection, timeZone)
  // After a lost connection, the next one may lead to another database, so everything is read again.
  opened.client.on('error', () => (source = null))
  await refresh(opened, timeZone)
  return (source = opened)
}

async function forget() {
  const { client } = source ?? {}
  source = null
  await client?.end().catch(() => {})
}

function learn({ site }: Asked) {
  if (site) setSite(siteOf({ questions: site.everyQuestion as SiteDocument['questions'] }, site.version))
}

function answer(asked: Asked, { columns, timeZone }: Source): Answer {
  const { id } = asked
  learn(asked)
  if (asked.timeZone !== timeZone) return { id, problem: 'the time zone changed' }
  if ('count' in asked) return { id, row: countColumns(columns, asked.count) }
  if ('find' in asked) return { id, found: findInColumns(columns, asked.find, asked) }
  return { id }
}

function countColumns(columns: Columns, question: Question): TallyRow {
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

type Options = { page?: Page; mostPositions: number }

function findInColumns(columns: Columns, question: Question, { page, mostPositions }: Options): Found {
  const matches = matchColumns(columns, question)
  const { from, to } = question.period
  const days = page ? daysOf(columns, matches, page) : { from, to }
  if (page) keepDays(columns, matches, days)
  const positions = positionsOf(matches, mostPositions + 1)
  return positions.length <= mostPositions
    ? { positions: `{${positions.join(',')}}`, bits: new Uint8Array(), days }
    : { positions: null, bits: bitsOf(matches), days }
}

function positionsOf(matches: Matches, most: number): number[] {
  const positions: number[] = []
  for (let position = 1; position < matches.length && positions.length < most; position += 1) {
    if (isInside(matches, position)) positions.push(position)
  }
  return positions
}

function bitsOf(matches: Matches): Uint8Array {
  const bits = new Uint8Array(Math.ceil(matches.length / 8))
  for (let position = 1; position < matches.length; position += 1) {
    if (isInside(matches, position)) bits[(position - 1) >> 3]! |= 1 << ((position - 1) & 7)
  }
  return bits
}

/**
 * The days of a page in the order of sign-up. Earlier pages may have shown some matches of `day`, so `day` does not
 * count towards `least`.
 */
function daysOf(columns: Columns, matches: Matches, { order, day, least }: Page): Days {
  const counts: Counts = new Map()
  countValues(columns.kind, matches, ({ day }, count) => addCount(counts, day, count))
  const ordered = [...counts.keys()].sort()
  if (order === 'desc') ordered.reverse()
  const ahead = day === null ? ordered : ordered.filter((one) => (order === 'asc' ? one >= day : one <= day))
  let found = 0
  const last = ahead.find((one) => one !== day && (found += counts.get(one)!) >= least) ?? ahead.at(-1)
  if (ahead.length === 0) return { from: day, to: day }
  return order === 'asc' ? { from: ahead[0]!, to: last! } : { from: last!, to: ahead[0]! }
}
