import type { FastifyReply } from 'fastify'
import { FRIEND_MAILS, type FriendMails } from '#shared/joining/place.ts'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import type { Context } from '../context.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { changeOptOut, chooseFriendMails } from './mail-wishes.ts'

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
