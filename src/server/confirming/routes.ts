import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import type { ConfirmRequest } from '#shared/joining/place.ts'
import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { Current } from '../config/config.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { dropOpeningRequest, listOpeningRequests } from '../joining/opening-requests.ts'
import { countRequesters } from '../joining/requests.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Confirm, Forget, ReadSets } from './confirm.ts'

const PRESSES_PER_ADDRESS = { rateLimit: { max: 60 } }

type Dependencies = {
  confirm: Confirm
  forget: Forget
  readSets: ReadSets
  /** `busy`: the address changes later, which ends the person's tokens. */
  confirmEmail: (token: string) => Promise<TokenContent | 'busy' | null>
  tokens: Tokens
  config: Current<'confirmDays'>
}

/** A request may be erased some time after its last day. */
const SPARE_DAYS = 30

/** Only a POST confirms, because scanners open links. See docs/decisions/0128-confirming-is-joining.md. */
export function confirmRoutes(app: App, dependencies: Dependencies) {
  const { forget, readSets, tokens } = dependencies
  const { readRequestToken, isAddressToken, confirmRequest, confirmAddress } = createConfirming(dependencies)

  route(
    app,
    ROUTES.toConfirm,
    async ({ headers }, reply) => {
      const token = bearerToken(headers)
      const held = await readRequestToken(token)
      const asked = held ? await readSets(held.entryId) : (await isAddressToken(token)) ? { sets: [] } : null
      // The owner may have corrected the address meanwhile.
      const isGood = held === null || (await tokens.keepGood([held])).length === 1
      if (!asked || !isGood) throw new AppError('not-found')
      return reply.header('cache-control', 'no-store').send(asked)
    },
    { config: PRESSES_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.confirm,
    async ({ headers, body }, reply) => {
      const token = bearerToken(headers)
      const signed = (await confirmRequest(token, body ?? {})) ?? (await confirmAddress(token))
      if (signed === null) throw new AppError('not-found')
      if (signed !== 'busy') void reply.header(BROWSER_TOKEN, signed.browser)
      if (signed !== 'busy' && signed.mailed) void reply.header(MAILED_TOKEN, signed.mailed)
      return reply.code(204).header('cache-control', 'no-store').send()
    },
    { config: PRESSES_PER_ADDRESS },
  )

  route(
    app,
    ROUTES.refuseToConfirm,
    async ({ headers }, reply) => {
      const held = await readRequestToken(bearerToken(headers))
      if (!held || !(await forget(held))) throw new AppError('not-found')
      return reply.code(204).header('cache-control', 'no-store').send()
    },
    { config: PRESSES_PER_ADDRESS },
  )
}

function createConfirming({ confirm, confirmEmail, tokens, config }: Dependencies) {
  return { readRequestToken, isAddressToken, confirmRequest, confirmAddress }

  function readRequestToken(token: string): Promise<TokenContent | null> {
    return tokens.read(token, { purpose: 'confirm', maxAgeMs: (config().confirmDays + SPARE_DAYS) * DAY_MS })
  }

  async function isAddressToken(token: string): Promise<boolean> {
    return (await tokens.read(token, { purpose: 'address', maxAgeMs: config().confirmDays * DAY_MS })) !== null
  }

  async function confirmRequest(token: string, { chosen = null, shown = [], inviter = null }: ConfirmRequest) {
    const held = await readRequestToken(token)
    const entryId = held && (await confirm(held, { chosen, shown, inviter }))
    return entryId ? tokens.signAfterMail(held, entryId) : null
  }

  async function confirmAddress(token: string) {
    const held = await confirmEmail(token)
    return held === 'busy' ? held : held && tokens.signAfterMail(held)
  }
}

export function requestRoutes(app: App, { pool }: { pool: pg.Pool }) {
  route(app, ROUTES.requests, () => countRequesters(pool))
  route(app, ROUTES.openingRequests, ({ query }) => listOpeningRequests(pool, query.q ?? ''))
  route(app, ROUTES.dropOpeningRequest, async ({ params }, reply) => {
    await dropOpeningRequest(pool, params.id)
    return reply.code(204).send()
  })
}
