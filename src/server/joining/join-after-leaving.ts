import type { Answers } from '#shared/answers.ts'
import type { JoinRequest } from '#shared/join.ts'
import type { Transaction } from '../db/pool.ts'
import type { Slots } from '../listing/choices.ts'
import { drawCode } from './draw-code.ts'
import { readAddressKey } from './erased-addresses.ts'
import { insertNewcomers } from './insert-newcomers.ts'
import { toNewcomers } from './to-newcomers.ts'

/**
 * The newest answers that were sent in the name of a person after they asked to leave. Null if there are none, and for
 * everybody who has not asked. Only servers where addresses must be confirmed keep them: their answer names no
 * position.
 */
export async function readJoinedSince(tx: Transaction, entryId: string): Promise<JoinRequest | null> {
  const { rows } = await tx.query<Sent>(
    `select e.email, w.full_name, w.used_referral_code, w.utm, w.answers from waiting_answers w join waitlist_entries e on e.id = w.entry_id
     where e.id = $1 and e.leaving_at is not null order by w.created_at desc, w.id desc limit 1`,
    [entryId],
  )
  if (!rows[0]) return null
  const { answers, ...sent } = rows[0]
  return { ...sent, ...answers }
}

type Sent = Pick<JoinRequest, 'email' | 'full_name' | 'used_referral_code' | 'utm'> & { answers: Answers }

/**
 * Puts a person on the list again, in the transaction that has erased their earlier entry. They must confirm their
 * address. Call this with the counter locked.
 */
export async function joinAsNew(tx: Transaction, request: JoinRequest, slots: Slots): Promise<void> {
  const newcomers = toNewcomers([request], { slots, draw: drawCode, mustConfirm: true })
  const addressKey = await readAddressKey(tx)
  const inserted = await insertNewcomers(tx, { newcomers, slots, addressKey, afterSeconds: 0 })
  // Neither of two drawn codes was free: the transaction is tried again, with others.
  if (inserted.length === 0) throw new Error('No code was free')
}
