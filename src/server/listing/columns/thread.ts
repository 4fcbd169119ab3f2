import { parentPort, workerData } from 'node:worker_threads'
import { setSite, type SiteDocument, siteOf } from '#shared/site/site.ts'
import { type Connection, reasonOf } from '../../db/client.ts'
import { countColumns } from './count-columns.ts'
import { findInColumns } from './find-in-columns.ts'
import type { Answer, Asked } from './column-store.ts'
import { openSource, refresh, type Source } from './read-columns.ts'

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
