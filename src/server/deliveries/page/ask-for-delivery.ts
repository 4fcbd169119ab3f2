import type pg from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { keepNames } from '../../joining/full-names.ts'
import { recordEvents } from '../../events/record-events.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import { findPerson, keepCredited } from '../../people/find-person.ts'
import { enqueue } from '../../outbox/rows.ts'
import { readDeliveredAt } from './by-hand-queries.ts'
import { describeBounce } from '../mail/mail-recipient.ts'
import { isDueAgain } from '../mail/is-due-again.ts'

export type Refusal = { status: 404 | 409; message: string }

type Dependencies = { pool: pg.Pool }

/** Sends a person their welcome mail again, at most once a day. */
export function askForWelcome({ pool }: Dependencies, email: string): Promise<Refusal | null> {
  return inTransaction(pool, async (tx) => {
    const person = await findPerson(tx, email)
    if (!person) return unknown(email)
    if (person.is_rejected) return rejected(email)
    if (person.is_opted_out) return optedOut(email)
    if (person.bounce) return refusal(`${email}: ${describeBounce(person.bounce)}`)
    const sentAt = await readDeliveredAt(tx, { channel: 'send-waitlist-email', target: { subject: person.id } })
    if (!isDueAgain(sentAt))
      return refusal(`${email} has had this mail within the last day; it goes out once a day at most.`)
    await enqueue(tx, 'send-waitlist-email', [person.id])
    return null
  })
}

/** Tells a referrer about a friend who joined with their code, unless the referrer already knows. */
export function askForNotification(
  { pool }: Dependencies,
  { referrerEmail, newSignupEmail }: { referrerEmail: string; newSignupEmail: string },
): Promise<Refusal | null> {
  return inTransaction(pool, async (tx) => {
    const referrer = await findPerson(tx, referrerEmail)
    if (!referrer) return unknown(referrerEmail)
    if (referrer.is_rejected) return rejected(referrerEmail)
    if (referrer.is_opted_out) return optedOut(referrerEmail)
    if (referrer.bounce) return refusal(`${referrerEmail}: ${describeBounce(referrer.bounce)}`)
    const friend = await findPerson(tx, newSignupEmail)
    if (!friend) return unknown(newSignupEmail)
    if ((await keepCredited(tx, { referrerId: referrer.id, friendIds: [friend.id] })).length === 0)
      return refusal(`${newSignupEmail} has not joined with a code of ${referrerEmail}.`)
    const target = { subject: referrer.id, friend_id: friend.id }
    if (await readDeliveredAt(tx, { channel: 'send-referral-notification', target }))
      return refusal(`${referrerEmail} has been told of ${newSignupEmail} already.`)
    await enqueue(tx, 'send-referral-notification', [target])
    return null
  })
}

export function askForPage(
  { pool }: Dependencies,
  { email, full_name }: { email: string; full_name: string },
): Promise<Refusal | null> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const person = await findPerson(tx, email)
    if (!person) return unknown(email)
    if (person.is_rejected) return rejected(email)
    if (full_name !== '') await keepNames(tx, [{ entry_id: person.id, full_name, is_unproven: false }])
    await recordEvents(tx, 'changed', [person.id])
    await enqueue(tx, 'add-to-notion', [person.id])
    return null
  })
}

function unknown(email: string): Refusal {
  return { status: 404, message: `Nobody on the waitlist has the address ${email}.` }
}

function rejected(email: string): Refusal {
  return refusal(`${email} was rejected.`)
}

function optedOut(email: string): Refusal {
  return refusal(`${email} wants no more mail.`)
}

function refusal(message: string): Refusal {
  return { status: 409, message }
}
