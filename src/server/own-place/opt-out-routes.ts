import type { FastifyReply } from 'fastify'
import { FRIEND_MAILS, type FriendMails } from '#shared/joining/place.ts'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { NEWSLETTERS } from '#shared/owner/integrations.ts'
import { AppError } from '../base/errors.ts'
import { setFriendMails, setOnlyPlace } from '../joining/change-entry.ts'
import { lookAgain, refreshRecords } from '../outbox/rows.ts'
import { readAddress, readPerson } from '../people/find-person.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import { isFromJoining } from '../accounts/tokens.ts'
import { dropUnsent } from '../waves/invitations.ts'
import { deleteAddressOptOut, deleteOptOut, insertAddressOptOut, insertOptOut } from '../people/opt-outs.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

/** A mailbox provider sends the requests of all its users from a few addresses. */
const PRESSES_PER_ADDRESS = { max: 600 }

const PLAIN = 'text/plain; charset=utf-8'

/** A POST comes from our page, a browser without scripts, or a mailbox provider (RFC 8058): only the token counts, and the answer is never a redirect. A GET changes nothing, because scanners open links. */
export function optOutRoutes(app: App, ctx: Context) {
  void app.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    const limited = { config: { rateLimit: PRESSES_PER_ADDRESS } }
    route(
      app,
      ROUTES.stopMails,
      ({ query, body }, reply) => {
        const form = new URLSearchParams(typeof body === 'string' ? body : '')
        const friends = FRIEND_MAILS.find((one) => one === (query.friends ?? form.get('friends')))
        if (friends) return changeFriends(query.token, { friends, reply })
        const isOnly = query.only === 'place' || form.get('only') === 'place'
        return change(query.token, { wants: isOnly ? 'place' : 'none', reply })
      },
      limited,
    )
    route(app, ROUTES.allowMails, ({ query }, reply) => change(query.token, { wants: 'all', reply }), limited)
  })

  async function changeFriends(token: unknown, { friends, reply }: { friends: FriendMails; reply: FastifyReply }) {
    const held = await heldBy(token)
    if (!held) return refuse(reply)
    await chooseFriendMails(ctx, { held, wish: friends })
    const { title, ...done } = site().unsubscribe.friends.done
    return reply.type(PLAIN).send(`${title}. ${done[friends]}`)
  }

  type Wish = { wants: 'all' | 'place' | 'none'; reply: FastifyReply }

  async function change(token: unknown, { wants, reply }: Wish) {
    const held = await heldBy(token)
    if (!held) return refuse(reply)
    const { done, fewer, undone } = site().unsubscribe
    await changeOptOut(ctx, { held, wants })
    const { title, text } = { none: done, place: fewer.done, all: undone }[wants]
    return reply.type(PLAIN).send(`${title}. ${text}`)
  }

  async function heldBy(token: unknown) {
    return typeof token === 'string' ? ctx.tokens.read(token, { purpose: 'unsubscribe' }) : null
  }

  function refuse(reply: FastifyReply) {
    const { title, text } = site().unsubscribe.unknown
    return reply.code(404).type(PLAIN).send(`${title}. ${text} ${site().brand.supportEmail}`)
  }
}

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
