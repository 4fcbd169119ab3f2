import * as z from 'zod/mini'
import { DAY_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { BROWSER_TOKEN } from '#shared/place.ts'
import { AppError } from '../errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import type { App } from '../http/server.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Confirm } from './confirm.ts'

/** Everybody in a salon, a school or a train shares one address. */
const PRESSES_PER_ADDRESS = { max: 60, timeWindow: '1 minute' }

type Dependencies = {
  confirm: Confirm
  /** Gives a person the address to which a token was mailed; null for any other token. */
  confirmEmail: (token: string) => Promise<{ entryId: string } | null>
  tokens: Tokens
  confirmDays: number
}

/** An unconfirmed entry may be erased later than after its last day. Its link works until then. */
const SPARE_DAYS = 30

/**
 * The call behind the button of the page that a confirmation mail links to. Nothing but a POST confirms: scanners open
 * links. The answer's header has a token with which the browser opens the place, see
 * docs/decisions/0067-confirming-opens-the-place.md.
 */
export function confirmRoutes(app: App, { confirm, confirmEmail, tokens, confirmDays }: Dependencies) {
  const maxAgeMs = (confirmDays + SPARE_DAYS) * DAY_MS

  app.post(
    paths.api.placeConfirm,
    { schema: { response: { 204: z.void() } }, config: { rateLimit: PRESSES_PER_ADDRESS } },
    async (request, reply) => {
      const reached =
        (await confirmEntry(bearerToken(request.headers))) ?? (await confirmEmail(bearerToken(request.headers)))
      if (!reached) throw new AppError('not-found')
      const token = await tokens.signAfterMail(reached.entryId)
      return reply
        .code(204)
        .header('cache-control', 'no-store')
        .header(BROWSER_TOKEN, token ?? '')
        .send()
    },
  )

  async function confirmEntry(token: string): Promise<{ entryId: string } | null> {
    const holder = await tokens.read(token, { purpose: 'confirm', maxAgeMs })
    return holder && (await confirm({ entryId: holder.entryId, mailedAt: holder.issuedAt })) ? holder : null
  }
}
