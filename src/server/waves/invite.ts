import type { Transaction } from '../db/pool.ts'
import { setStates } from '../ledger/set-states.ts'
import { callBackWaiting, closeInvitations, openInvitations } from './invitation-queries.ts'

/** Each function here needs the counter locked; the caller advances it. */

type Invited = { waveId: string; people: { id: string; entry_id: string }[] }

/** Invites these people, each with a new invitation or with one that was called back. */
export async function invite(tx: Transaction, { waveId, people }: Invited): Promise<void> {
  if (people.length === 0) return
  await openInvitations(tx, { waveId, people })
  await setStates(tx, { ids: people.map(({ entry_id }) => entry_id), state: 'invited' })
}

/** Calls these invitations back. Returns the people whose mail is leaving right now: their invitation stays. */
export async function callBack(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { calledBack, leaving } = await callBackWaiting(tx, ids)
  await setStates(tx, { ids: calledBack, state: 'waiting' })
  return leaving
}

/** Ends or drops these invitations, so that their people wait again. Returns the number of these people. */
export async function close(
  tx: Transaction,
  closing: { ids: string[]; state: 'ended' | 'dropped'; reason: string | null },
): Promise<number> {
  const people = await closeInvitations(tx, closing)
  if (people.length > 0) await setStates(tx, { ids: people, state: 'waiting' })
  return people.length
}
