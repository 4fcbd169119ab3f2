import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { Filters } from '#shared/list/filters.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from '../outbox/rows.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'
import { callBack, close, invite } from './invite.ts'
import * as queries from './queries.ts'
import { readInLine, readSeats } from './seats.ts'
import { findDue, findLeftOver, finishWaves, queueReminders, takeDueMails, takeEnding } from './tend-queries.ts'

const SLICE = 200
/** Smaller, because visitors wait for the locked counter. */
const LOCKED_SLICE = 100
/** In minutes, after a search of the whole line that found too few people. */
const UNTIL_NEXT_LOOK = 10

export type Tending = {
  pool: pg.Pool
  /** Whether the database's clock can be trusted to end invitations. */
  isClockSteady: () => Promise<boolean>
}

/** Several servers may do this at once. Returns whether more is due. */
export async function tend({ pool, isClockSteady }: Tending): Promise<boolean> {
  const due = await findDue(pool)
  const isMore = []
  if (due.mails) isMore.push(await release({ pool }))
  if (due.reminders) isMore.push(await remind({ pool }))
  // The next two kinds may make other work due, so both ask for another step whenever they change something.
  if (due.ends && (await isClockSteady())) isMore.push(await end(pool))
  if (due.leftOver) isMore.push(await callBackRest(pool))
  if (due.vacant) for (const wave of await queries.findVacant(pool, LOCKED_SLICE)) isMore.push(await fill(pool, wave))
  if (due.finished) await finishWaves(pool)
  return isMore.includes(true)
}

async function release({ pool }: Omit<Tending, 'isClockSteady'>): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const people = await takeDueMails(tx, SLICE)
    await enqueue(tx, 'send-invitation', people)
    return people.length === SLICE
  })
}

async function remind({ pool }: Omit<Tending, 'isClockSteady'>): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const people = await queueReminders(tx, SLICE)
    await enqueue(tx, 'send-invitation-reminder', people)
    return people.length === SLICE
  })
}

async function end(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const ids = await takeEnding(tx, LOCKED_SLICE)
    const updates = await close(tx, { ids, state: 'ended', reason: null })
    await advanceCounter(tx, { entries: 0, updates })
    return ids.length > 0
  })
}

/** Those that filled seats, or that were made while the act that calls the wave back was running. */
async function callBackRest(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const ids = await findLeftOver(tx, LOCKED_SLICE)
    await callBack(tx, ids)
    await advanceCounter(tx, { entries: 0, updates: ids.length })
    return ids.length > 0
  })
}

/** Reads the line before it locks the counter, so that joins do not wait for the read. */
async function fill(pool: pg.Pool, { id, filters, vacant }: queries.VacantWave): Promise<boolean> {
  await requireLevel(pool)
  const { timeZone } = await readCalendar(pool)
  const line = { filters: { range: 'all', ...filters } as Filters, count: vacant, includesEnded: false, fills: id }
  return inTransaction(pool, async (tx) => {
    const next: string[] = []
    for await (const ids of readSeats(tx, line, { now: new Date(), timeZone })) next.push(...ids)
    await lockCounter(tx)
    if (!(await queries.lockVacant(tx, id))) return false
    const still = await readInLine(tx, next, line)
    const free = still.filter(({ waits, reason }) => waits && reason === null)
    const people = free
      .slice(0, await queries.countVacant(tx, id))
      .map((one) => ({ id: randomUUIDv7(), entry_id: one.id }))
    await invite(tx, { waveId: id, people })
    await queries.takeVacancies(tx, { id, seats: people.length })
    if (next.length < vacant) await queries.lookAgainLater(tx, { id, minutes: UNTIL_NEXT_LOOK })
    await advanceCounter(tx, { entries: 0, updates: people.length })
    return people.length > 0
  })
}
