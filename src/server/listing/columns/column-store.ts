import { Worker } from 'node:worker_threads'
import type { Filters } from '#shared/list/filters.ts'
import type { Period } from '#shared/list/period.ts'
import { type Site, site } from '#shared/site/site.ts'
import type { Connection } from '../../db/client.ts'
import { isRolledUp } from '../sql/conditions.ts'
import type { Calendar, TallyRow } from '../sql/read-tally.ts'
import type { Found, Page } from '../sql/found.ts'
import type { Question } from './match-columns.ts'

/** The same results as the database's. Null if that answers faster (a short list, a search, filters of the rollups), or if the store fails. */
export type ColumnStore = {
  count: (question: FilterQuestion) => Promise<TallyRow | null>
  find: (question: FilterQuestion, page?: Page) => Promise<Found | null>
  warmUp: (calendar: Calendar) => void
  close: () => Promise<void>
}

type FilterQuestion = { filters: Partial<Filters>; period: Period; calendar: Calendar }

type Asking = Pick<Site, 'version' | 'everyQuestion'>

/** `site`: another version was published since the last question. Without `count` and `find`, only reads the entries. */
export type Asked = { id: number; timeZone: string; site?: Asking | undefined } & (
  | { count: Question }
  | { find: Question; page?: Page; mostPositions: number }
  | object
)
export type Answer = { id: number; row?: TallyRow; found?: Found; problem?: string }

/** Below this number of entries, the database answers every question in a tenth of a second. */
const LONG = 50_000
/** The most rows that PostgreSQL looks up and sorts in about a tenth of a second. */
const MOST_POSITIONS = 100_000
/** After this time the database answers: the thread may still be reading a very long list, or its connection hangs. */
const PATIENCE_MS = 15_000
const IDLE_MS = 10 * 60_000
const THREAD = new URL('thread.ts', import.meta.url)

type Options = {
  connection: Connection
  onProblem: (sentence: string) => void
  from?: number
  mostPositions?: number
}

/**
 * Keeps the values by which entries are filtered and counted in the memory of a thread, which ends after ten minutes
 * without a question. See docs/decisions/0050-one-filter-model.md.
 */
export function createColumnStore({
  connection,
  onProblem,
  from = LONG,
  mostPositions = MOST_POSITIONS,
}: Options): ColumnStore {
  let thread: Worker | null = null
  let told: Site | null = null
  let lastId = 0
  const waiting = new Map<number, (answer: Answer | null) => void>()
  const idle = setTimeout(() => void thread?.terminate(), IDLE_MS).unref()

  return {
    count: async (question) => (await ask(question, (count) => ({ count })))?.row ?? null,
    find: async (question, page) => (await ask(question, (find) => ({ find, page, mostPositions })))?.found ?? null,
    warmUp: (calendar) => {
      if (calendar.entries >= from && !thread) void send({ timeZone: calendar.timeZone })
      idle.refresh()
    },
    async close() {
      clearTimeout(idle)
      await thread?.terminate()
    },
  }

  async function ask({ filters, period, calendar }: FilterQuestion, wish: (question: Question) => object) {
    const { entries, timeZone, slots } = calendar
    if (entries < from || filters.q || filters.opened || isRolledUp(filters)) return null
    return send({ timeZone, ...wish({ filters, period, slots }) })
  }

  async function send(asked: Omit<Asked, 'id' | 'site'>): Promise<Answer | null> {
    idle.refresh()
    thread ??= start()
    const id = (lastId += 1)
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    waiting.set(id, resolve)
    const { version, everyQuestion } = site()
    thread.postMessage({ id, ...asked, ...(told !== site() && { site: { version, everyQuestion } }) })
    told = site()
    const timer = setTimeout(resolve, PATIENCE_MS, null)
    const answer = await promise
    clearTimeout(timer)
    if (answer?.problem !== undefined) onProblem(`filters are answered by the database alone: ${answer.problem}`)
    return answer
  }

  function start(): Worker {
    const worker = new Worker(THREAD, {
      workerData: { connection },
      name: 'columns',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    worker.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    worker.on('error', (error) => onProblem(`filters are answered by the database alone: ${String(error)}`))
    worker.on('exit', () => {
      thread = null
      told = null
      for (const resolve of waiting.values()) resolve(null)
      waiting.clear()
    })
    return worker
  }
}

/** For tests and tools: the database answers everything. */
export const NO_COLUMNS: ColumnStore = {
  count: async () => null,
  find: async () => null,
  warmUp: () => {},
  close: async () => {},
}
