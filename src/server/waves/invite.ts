import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { setStates } from '../trust/states.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import {
  callBackWaiting,
  closeInvitations,
  endInvitationsOf,
  findOpen,
  findUnsent,
  openInvitations,
  REJECTED,
} from './invitation-queries.ts'

/** With the counter locked, advanced afterwards; only `dropUnsent` and `dropBounced` do both themselves. */

type Invited = { waveId: string; people: { id: string; entry_id: string }[] }

export async function invite(tx: Transaction, { waveId, people }: Invited): Promise<void> {
  if (people.length === 0) return
  await openInvitations(tx, { waveId, people })
  const invited = people.map(({ entry_id }) => ({ entry_id, data: { wave_id: waveId } }))
  await setStates(tx, { people: invited, state: 'invited' })
}

/** Returns the people whose mail is being sent right now: their invitation stays. */
export async function callBack(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { calledBack, leaving } = await callBackWaiting(tx, ids)
  const people = calledBack.map((entry_id) => ({ entry_id, data: { is_quiet: true } }))
  await setStates(tx, { people, state: 'waiting' })
  return leaving
}

/** The people wait again. Returns their number. */
export async function close(
  tx: Transaction,
  closing: { ids: string[]; state: 'ended' | 'dropped'; reason: string | null },
): Promise<number> {
  const people = await closeInvitations(tx, closing)
  if (people.length > 0) await setStates(tx, { people, state: 'waiting' })
  return people.length
}

/** Whether their mail has left or not. An accepted invitation stays. */
export async function turnAway(tx: Transaction, ids: string[]): Promise<void> {
  const people = await endInvitationsOf(tx, { ids, reason: REJECTED })
  if (people.length > 0) await setStates(tx, { people, state: 'waiting' })
}

export async function dropUnsent(pool: pg.Pool, entryId: string): Promise<void> {
  if ((await findUnsent(pool, entryId)) === null) return
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const id = await findUnsent(tx, entryId)
    const updates = id === null ? 0 : await close(tx, { ids: [id], state: 'dropped', reason: 'unsubscribed' })
    await advanceCounter(tx, { entries: 0, updates })
  })
}

/** Few, because visitors wait for the counter meanwhile. */
const DROPPED_AT_ONCE = 100

export async function dropBounced(pool: pg.Pool, people: string[]): Promise<void> {
  const search = { people, most: DROPPED_AT_ONCE }
  while ((await findOpen(pool, search)).length > 0) {
    await inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      const updates = await close(tx, { ids: await findOpen(tx, search), state: 'dropped', reason: 'bounced' })
      await advanceCounter(tx, { entries: 0, updates })
    })
  }
}
