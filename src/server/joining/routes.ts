import * as z from 'zod/mini'
import { CheckInbox, CountResponse, JoinRequest, JoinResponse } from '#shared/join.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import type { App } from '../http/server.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { alike } from './alike.ts'
import type { CountJoined } from './count.ts'
import type { IsKnownCode } from './is-known-code.ts'
import type { JoinWaitlist } from './join.ts'

type WaitlistRoutes = {
  waitlist: JoinWaitlist
  count: CountJoined
  isKnownCode: IsKnownCode
  tokens: Tokens
  mustConfirm: boolean
}

/** Only that somebody has the code: not who. */
const Known = z.object({})

/** Everybody in a salon, a school or a train shares one address. */
const JOINS_PER_ADDRESS = { max: 60, timeWindow: '1 minute' }
/** A visitor who types a code checks it a few times. */
const CHECKS_PER_ADDRESS = { max: 60, timeWindow: '1 minute' }

export function waitlistRoutes(app: App, { waitlist, count, isKnownCode, tokens, mustConfirm }: WaitlistRoutes) {
  app.get(paths.api.count, { schema: { response: { 200: CountResponse } } }, async (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=5').send({ count: await count() })
  })

  app.get(
    `${paths.api.referralCodes}/:code`,
    {
      schema: { params: z.object({ code: z.string() }), response: { 200: Known } },
      config: { rateLimit: CHECKS_PER_ADDRESS },
    },
    async ({ params: { code } }) => {
      if (!(await isKnownCode(code))) throw new AppError('not-found')
      return {}
    },
  )

  app.post(
    paths.api.entries,
    {
      schema: { body: JoinRequest, response: { 200: JoinResponse, 201: JoinResponse, 202: CheckInbox } },
      config: { rateLimit: JOINS_PER_ADDRESS, whenLate: 'unconfirmed' },
      onRequest: async () => waitlist.admit(),
    },
    async (request, reply) => {
      const holder = await holderOf(request.headers)
      const joining = waitlist.join({ ...request.body, ...holder })
      if (mustConfirm) {
        await alike(joining)
        return reply.code(202).send({ check_inbox: true })
      }
      const { is_new, entry_id, ...joined } = await joining
      if (!is_new) return reply.code(200).send(joined)
      return reply.code(201).send({ ...joined, browser_token: await tokens.signFirst('browser', entry_id) })
    },
  )

  /** Few requests have a token: only those from a browser that joined before. Joining counts as a press. */
  async function holderOf(headers: { authorization?: string | undefined }): Promise<{ holder_id?: string }> {
    if (headers.authorization === undefined) return {}
    try {
      const key = await tokens.openPlace(bearerToken(headers))
      if (key) await tokens.notePress(key, '')
      return key ? { holder_id: key.entryId } : {}
    } catch (cause) {
      throw new AppError('lookup-failed', { cause })
    }
  }
}
