import type { FastifyReply } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { Channel } from '#shared/owner/integrations.ts'
import type { ByHandResult } from '#shared/site/by-hand.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { type App, route } from '../../http/route.ts'
import { keepNames } from '../../joining/change-entry.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import type { Target } from '../../outbox/channel.ts'
import { enqueue } from '../../outbox/rows.ts'
import { findPerson, keepCredited } from '../../people/find-person.ts'
import { describeBounce } from '../mail/bounces.ts'
import { isDueAgain } from '../mail/may-go-out.ts'
import type { Context } from '../../context.ts'
import { findValue, inTransaction, type Transaction } from '../../db/query.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findPerson>>>
/** Null, or why nothing is sent. */
type Refusal = { status: 404 | 409; message: string } | null

/** What the owner sends by hand. */
export function byHandRoutes(app: App, { dashboardPool: pool, services }: Context) {
  /** Sends a person their welcome mail again, at most once a day. */
  route(app, ROUTES.sendWaitlistEmail, ({ body: { email } }, reply) =>
    answer(reply, 'Mail', async (tx) => {
      const person = await findPerson(tx, email)
      if (!person || getsNoMail(person)) return whyNot(person, email)
      const sentAt = await readDeliveredAt(tx, 'send-waitlist-email', { subject: person.id })
      if (!isDueAgain(sentAt))
        return refusal(`${email} has had this mail within the last day; it goes out once a day at most.`)
      await enqueue(tx, 'send-waitlist-email', [person.id])
      return null
    }),
  )

  /** Tells a referrer about a friend who joined with their code, unless the referrer already knows. */
  route(app, ROUTES.sendReferralNotification, ({ body: { referrerEmail, newSignupEmail } }, reply) =>
    answer(reply, 'Mail', async (tx) => {
      const referrer = await findPerson(tx, referrerEmail)
      if (!referrer || getsNoMail(referrer)) return whyNot(referrer, referrerEmail)
      const friend = await findPerson(tx, newSignupEmail)
      if (!friend) return whyNot(friend, newSignupEmail)
      if ((await keepCredited(tx, { referrerId: referrer.id, friendIds: [friend.id] })).length === 0)
        return refusal(`${newSignupEmail} has not joined with a code of ${referrerEmail}.`)
      const target = { subject: referrer.id, friend_id: friend.id }
      if (await readDeliveredAt(tx, 'send-referral-notification', target))
        return refusal(`${referrerEmail} has been told of ${newSignupEmail} already.`)
      await enqueue(tx, 'send-referral-notification', [target])
      return null
    }),
  )

  route(app, ROUTES.addToNotion, ({ body: { email, full_name } }, reply) =>
    answer(reply, 'Notion', (tx) => askForPage(tx, { email, fullName: full_name ?? '' })),
  )

  async function answer(
    reply: FastifyReply,
    name: 'Mail' | 'Notion',
    ask: (tx: Transaction) => Promise<Refusal>,
  ): Promise<ByHandResult> {
    const isSetUp = services[name === 'Mail' ? 'mail' : 'notion'] !== null
    if (!isSetUp) return { success: false, error: { message: `${name} is not set up` } }
    const refused = await inTransaction(pool, ask)
    if (!refused) return { success: true }
    void reply.code(refused.status)
    return { success: false, error: { message: refused.message } }
  }
}

export async function askForPage(
  tx: Transaction,
  { email, fullName: full_name }: { email: string; fullName: string },
): Promise<Refusal> {
  await lockCounter(tx)
  const person = await findPerson(tx, email)
  if (!person || person.is_rejected) return whyNot(person, email)
  if (full_name !== '') await keepNames(tx, [{ entry_id: person.id, full_name, is_unproven: false }])
  await recordEvents(tx, 'changed', [person.id])
  await enqueue(tx, 'add-to-notion', [person.id])
  return null
}

function getsNoMail({ is_rejected, is_opted_out, bounce }: Found): boolean {
  return is_rejected || is_opted_out || bounce !== null
}

function whyNot(person: Found | null, email: string): Refusal {
  if (!person) return { status: 404, message: `Nobody on the waitlist has the address ${email}.` }
  if (person.is_rejected) return refusal(`${email} was rejected.`)
  return refusal(person.is_opted_out ? `${email} wants no more mail.` : `${email}: ${describeBounce(person.bounce!)}`)
}

function refusal(message: string): Refusal {
  return { status: 409, message }
}

function readDeliveredAt(tx: Transaction, channel: Channel, target: Target) {
  return findValue<Date>(
    tx,
    `select delivered_at from outbox
     where subject = $1 and channel = $2 and friend_id is not distinct from $3`,
    [target.subject, channel, target.friend_id ?? null],
  )
}
