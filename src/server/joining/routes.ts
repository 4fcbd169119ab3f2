import type { FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { JoinRequest } from '#shared/joining/join.ts'
import { AppError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { type App, route } from '../http/route.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { isFromJoining } from '../accounts/tokens.ts'
import { readRuleInForce } from '../people/places/referral-rule.ts'
import { kindOfCode } from './codes.ts'
import { joinVisitor } from './join-visitor.ts'
import { type HeldRequest, KEPT } from './waiting.ts'

type Holder = Pick<HeldRequest, 'holder_id' | 'is_from_joining'>

/** A salon, a school, a train, and thousands of phones share one address. */
export const JOINS_PER_ADDRESS = { max: 600, provider: Infinity }
/** A full hall opens the form within seconds. */
export const STAMPS_PER_ADDRESS = { max: 6_000 }
const CHECKS_PER_ADDRESS = { max: 60 }

export function joiningRoutes(app: App, ctx: Context) {
  const { pool, waitlist, tokens, observe, config } = ctx

  route(app, ROUTES.count, async ({ headers: { origin } }, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=5', vary: 'origin' })
    if (origin !== undefined && config().embedOrigins.includes(origin))
      reply.header('access-control-allow-origin', origin)
    return { count: await ctx.countJoined() }
  })

  route(
    app,
    ROUTES.isKnownCode,
    async ({ params: { code } }) => {
      const kind = await kindOfCode(pool, code)
      if (kind === null) throw new AppError('not-found')
      const { bonus } = await readRuleInForce(pool)
      return { kind, bonus: kind === 'ended' ? 0 : bonus }
    },
    { config: { rateLimit: CHECKS_PER_ADDRESS } },
  )

  route(
    app,
    ROUTES.formStamp,
    async ({ query: { code = null }, ip }) => {
      const challenge = await ctx.askProof().early({ code, block: observe.block(ip) })
      return { stamp: observe.stamp(), challenge }
    },
    { config: { rateLimit: STAMPS_PER_ADDRESS } },
  )

  route(
    app,
    ROUTES.join,
    async (request, reply) => {
      const { id: requestId, ip, body } = request
      const answer = await joinVisitor(ctx, body, { ip, requestId, readHolder: () => holderOf(request) })
      if (answer === KEPT) return reply.code(202).send({ check_inbox: true })
      const { is_new, entry_id, position, referral_code } = answer
      const joined = { position, referral_code }
      if (!is_new) return joined
      return reply.code(201).send({ ...joined, browser_token: await tokens.signFirst('browser', entry_id) })
    },
    { config: { rateLimit: JOINS_PER_ADDRESS, whenLate: 'unconfirmed' }, onRequest: async () => waitlist.admit() },
  )

  /** Joining with the token of a mailed link counts as pressing its button. */
  async function holderOf({ headers, body: { email } }: FastifyRequest<{ Body: JoinRequest }>): Promise<Holder> {
    if (headers.authorization === undefined) return {}
    try {
      // The email is looked up before the token is read: if the token is still valid then, its person had this address
      // already.
      const id = (await findIdsByEmail(pool, [email])).get(email)
      const key = await tokens.openPlace(bearerToken(headers))
      if (key) await tokens.notePress(key, '')
      return key && key.entryId === id ? { holder_id: id, is_from_joining: isFromJoining(key) } : {}
    } catch (cause) {
      throw new AppError('lookup-failed', { cause })
    }
  }
}
