import type pg from 'pg'
import { NEWSLETTERS } from '#shared/owner/integrations.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { setOnlyPlace } from '../joining/change-entry.ts'
import { refreshRecords } from '../outbox/rows.ts'
import { readAddress } from '../people/find-person.ts'
import { readPerson } from '../people/read-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { dropUnsent } from '../waves/invite.ts'
import { deleteAddressOptOut, deleteOptOut, insertAddressOptOut, insertOptOut } from './opt-outs.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens }
/** If the person has another address by now, the opt-out is for the address to which the token was mailed. */
/** `held`: a token that was mailed to the address. `place`: only mails about their own place. */
type Change = { held: TokenContent; wants: 'all' | 'place' | 'none' }

export async function changeOptOut({ pool, tokens }: Dependencies, change: Change): Promise<void> {
  const id = change.held.entryId
  const isOptedOutNow = await inTransaction(pool, async (tx) => {
    const changeIt = (await tokens.hold(tx, change.held)) ? changePerson : changeAddress
    if (!(await changeIt(tx, change))) return false
    const person = await readPerson(tx, id)
    if (person) await refreshRecords(tx, [id], NEWSLETTERS)
    return change.wants === 'none' && person?.is_opted_out
  })
  // In its own transaction: the one above locks the entry before the counter. The opt-out keeps the mail from being
  // sent anyway.
  if (isOptedOutNow) await dropUnsent(pool, id)
}

async function changePerson(tx: Transaction, { held: { entryId: id }, wants }: Change): Promise<boolean> {
  if (wants === 'none') return insertOptOut(tx, id)
  const isBack = await deleteOptOut(tx, { id, email: (await readAddress(tx, id))! })
  return (await setOnlyPlace(tx, { id, isOnly: wants === 'place' })) || isBack
}

async function changeAddress(tx: Transaction, { held, wants }: Change): Promise<boolean> {
  if (held.purpose !== 'unsubscribe' || wants === 'place') return false
  return wants === 'none' ? insertAddressOptOut(tx, held) : deleteAddressOptOut(tx, held)
}
