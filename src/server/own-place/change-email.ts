import type pg from 'pg'
import { DAY_MS } from '#shared/durations.ts'
import { moveMessages } from '../contact/forget-messages.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { findInFlight } from '../deliveries/erasing/forget-deliveries.ts'
import { movePerson } from '../deliveries/erasing/move-person.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readdressEntry } from '../joining/readdress-entry.ts'
import { lockEntries } from '../joining/forget-entries.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'
import {
  askForChange,
  confirmChange,
  finishChange,
  forgetChanges,
  lockChange,
  readConfirmed,
} from '../people/email-changes.ts'
import { findHolder } from '../people/find-holder.ts'
import type { Tokens } from '../tokens/tokens.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens; enqueue: Enqueue; eraseEntries: EraseEntries }

/**
 * Asks another address to confirm that it is this person's. The links of earlier questions end, because they may be in
 * another mailbox. False if the person asked too often.
 */
export type AskForEmail = (asked: { entryId: string; email: string }) => Promise<boolean>

export function createAskForEmail({ pool, tokens, enqueue }: Omit<Dependencies, 'eraseEntries'>): AskForEmail {
  return (asked) =>
    inTransaction(pool, async (tx) => {
      if (!(await askForChange(tx, asked))) return false
      await tokens.revoke(tx, 'address', asked.entryId)
      await enqueue(tx, 'send-address-confirmation', [{ entry_id: asked.entryId }])
      return true
    })
}

/**
 * Gives a person the address to which this token was mailed. Returns their entry, also when it is pressed again, and
 * null for any token that is not good. Changes nothing if somebody on the list has the address. An entry that has the
 * address and never confirmed it gives way: it is erased.
 */
export type ConfirmEmail = (token: string) => Promise<{ entryId: string } | null>

export function createConfirmEmail({
  pool,
  tokens,
  enqueue,
  eraseEntries,
  confirmDays,
}: Dependencies & { confirmDays: number }): ConfirmEmail {
  const good = { purpose: 'address', maxAgeMs: confirmDays * DAY_MS } as const
  return async (token) => {
    const holder = await tokens.read(token, good)
    if (!holder) return null
    const { entryId } = holder
    return inTransaction(pool, async (tx) => {
      await lockAndReadCounter(tx)
      const change = await lockChange(tx, entryId)
      // The person may have asked for another address a moment ago.
      if (!change || !(await tokens.read(token, { ...good, db: tx }))) return null
      if (change.email === null) return { entryId }
      await confirmChange(tx, entryId)
      const outcome = await carryOut(tx, { tokens, eraseEntries }, entryId)
      if (outcome === 'busy') await enqueue(tx, 'change-email', [{ entry_id: entryId }])
      return outcome === 'taken' ? null : { entryId }
    })
  }
}

/** The job. It is idempotent, and throws while something is under way, so that it is tried again. */
export function createChangeEmails({
  pool,
  tokens,
  eraseEntries,
}: Omit<Dependencies, 'enqueue'>): (people: Jobs['change-email'][]) => Promise<void> {
  return async (people) => {
    for (const { entry_id } of people) {
      const outcome = await inTransaction(pool, (tx) => carryOut(tx, { tokens, eraseEntries }, entry_id))
      if (outcome === 'busy') throw new Error('Something is under way about this person')
    }
  }
}

/**
 * Changes the address. Does nothing and returns `busy` while a mail or a sync is under way, because it has read the old
 * address. `taken`: somebody on the list has the new address, so the change is forgotten.
 */
async function carryOut(
  tx: Transaction,
  { tokens, eraseEntries }: Pick<Dependencies, 'tokens' | 'eraseEntries'>,
  entryId: string,
): Promise<'done' | 'busy' | 'taken'> {
  const counter = await lockAndReadCounter(tx)
  const to = await readConfirmed(tx, entryId)
  const { locked, busy } = await lockEntries(tx, [entryId])
  if (busy.length > 0) return 'busy'
  const [entry] = locked
  if (to === null || !entry) return 'done'
  if ((await findInFlight(tx, [{ ...entry, messageIds: [] }])).size > 0) return 'busy'
  const holder = await findHolder(tx, to)
  if (holder && !holder.gives_way) {
    await forgetChanges(tx, [entryId])
    return 'taken'
  }
  if (holder) {
    const { erased } = await eraseEntries(tx, [holder.id])
    if (erased.length === 0) return 'busy'
    await advanceCounter(tx, { entries: 0, updates: 1 })
  }
  const { email: from } = entry
  await readdressEntry(tx, { entryId, from, to, counter })
  await moveMessages(tx, { from, to })
  await movePerson(tx, { id: entryId, from })
  for (const purpose of ['place', 'browser', 'confirm', 'invitation'] as const)
    await tokens.revoke(tx, purpose, entryId)
  await finishChange(tx, entryId)
  return 'done'
}
