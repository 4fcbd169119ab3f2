import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from '../outbox/rows.ts'
import { readAddress } from '../people/find-person.ts'
import { readPerson } from '../people/read-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { dropUnsent } from '../waves/invite.ts'
import { deleteAddressOptOut, deleteOptOut, insertAddressOptOut, insertOptOut } from './opt-outs.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens }
type Change = { held: TokenContent; isOptedOut: boolean }

/** If the person has another address by now, the opt-out is for the address to which the token was mailed. */
export async function changeOptOut({ pool, tokens }: Dependencies, change: Change): Promise<void> {
  const id = change.held.entryId
  const isOptedOutNow = await inTransaction(pool, async (tx) => {
    const changeIt = (await tokens.hold(tx, change.held)) ? changePerson : changeAddress
    if (!(await changeIt(tx, change))) return false
    const person = await readPerson(tx, id)
    if (person) await enqueue(tx, 'sync-to-beehiiv', [id])
    return change.isOptedOut && person?.is_opted_out
  })
  // In its own transaction: the one above locks the entry before the counter. The opt-out keeps the mail from being
  // sent anyway.
  if (isOptedOutNow) await dropUnsent(pool, id)
}

async function changePerson(tx: Transaction, { held: { entryId: id }, isOptedOut }: Change): Promise<boolean> {
  if (isOptedOut) return insertOptOut(tx, id)
  return deleteOptOut(tx, { id, email: (await readAddress(tx, id))! })
}

async function changeAddress(tx: Transaction, { held, isOptedOut }: Change): Promise<boolean> {
  if (held.purpose !== 'unsubscribe') return false
  return isOptedOut ? insertAddressOptOut(tx, held) : deleteAddressOptOut(tx, held)
}
