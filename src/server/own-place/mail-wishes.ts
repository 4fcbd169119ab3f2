import { FRIEND_MAILS, type FriendMails } from '#shared/joining/place.ts'
import { NEWSLETTERS } from '#shared/owner/integrations.ts'
import { AppError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import { setFriendMails, setOnlyPlace } from '../joining/change-entry.ts'
import { lookAgain, refreshRecords } from '../outbox/rows.ts'
import { readAddress, readPerson } from '../people/find-person.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import { isFromJoining } from '../accounts/tokens.ts'
import { dropUnsent } from '../waves/invitations.ts'
import { deleteAddressOptOut, deleteOptOut, insertAddressOptOut, insertOptOut } from '../people/opt-outs.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

type Holding = Pick<Context, 'pool' | 'tokens'>

/** `held`: a token that was mailed to the address. `place`: only mails about their own place. */
type Change = { held: TokenContent; wants: 'all' | 'place' | 'none' }

/** If the person has another address by now, the opt-out is for the address to which the token was mailed. */
export async function changeOptOut({ pool, tokens }: Holding, change: Change): Promise<void> {
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
  if (wants === 'all') await setFriendMails(tx, { id, wish: 'each' })
  const isBack = await deleteOptOut(tx, { id, email: (await readAddress(tx, id))! })
  return (await setOnlyPlace(tx, { id, isOnly: wants === 'place' })) || isBack
}

async function changeAddress(tx: Transaction, { held, wants }: Change): Promise<boolean> {
  if (held.purpose !== 'unsubscribe' || wants === 'place') return false
  return wants === 'none' ? insertAddressOptOut(tx, held) : deleteAddressOptOut(tx, held)
}

type Wish = { held: TokenContent; wish: FriendMails }

/** Fewer mails need no mailed token, more do: a stranger may have joined with somebody's address. */
export async function chooseFriendMails({ pool, tokens }: Holding, { held, wish }: Wish): Promise<void> {
  const id = held.entryId
  await inTransaction(pool, async (tx) => {
    const person = (await tokens.hold(tx, held)) ? await readPerson(tx, id) : null
    if (!person) throw new AppError('not-found')
    const isMore = FRIEND_MAILS.indexOf(wish) < FRIEND_MAILS.indexOf(person.friend_mails)
    if (isMore && isFromJoining(held)) throw new AppError('link-needed')
    if (await setFriendMails(tx, { id, wish }))
      await lookAgain(tx, { subject: id, channel: 'send-referral-notification' })
  })
}
