import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { emailKey } from '../base/email-key.ts'
import { AppError } from '../base/errors.ts'
import { ensureSecret } from '../db/secrets.ts'
import { type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { alike } from '../joining/alike.ts'
import { findRequesters } from '../joining/requests.ts'
import { findIds } from '../people/find-person.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * In an hour. At most 183 of 31^8 codes are right for each holder of an address. The limit for all is far higher,
 * because strangers use it up for the person too.
 */
const TRIES = { ofNetwork: 5, ofAll: 1_000, windowMs: 60 * MINUTE_MS }

type Dependencies = {
  pool: pg.Pool
  tokens: Pick<Tokens, 'readCode'>
  limits: Pick<Limits, 'take' | 'networksOf'>
}

export function codeRoutes(app: App, { pool, tokens, limits }: Dependencies) {
  route(
    app,
    ROUTES.openCode,
    async ({ body: { email, code }, ip }, reply) => {
      await takeTry(email, ip)
      const finding = findHolders(email).then((holders) => tokens.readCode(code, holders))
      await alike(finding)
      const found = await finding
      if (!found) throw new AppError('invalid-input', { fields: { code: WRONG_CODE } })
      return reply.header('cache-control', 'no-store').send({ page: found.purpose, token: found.token })
    },
    { config: { rateLimit: { max: 20 } } },
  )

  async function takeTry(email: string, ip: string) {
    const secret = await ensureSecret(pool, 'token_secret')
    const key = `codes of ${createHmac('sha256', secret)
      .update(`tries ${emailKey(email)}`)
      .digest('base64url')}`
    const from = limits.networksOf(ip)
    const { ofNetwork, ofAll, windowMs } = TRIES
    const wait = limits.take([
      ...(from ? [{ key: `${key} from ${from.block}`, max: ofNetwork, windowMs, from }] : []),
      { key, max: ofAll, windowMs, from: null },
    ])
    if (wait !== null) throw tooMany(wait)
  }

  async function findHolders(email: string): Promise<string[]> {
    return [...(await findIds(pool, [email])), ...(await findRequesters(pool, [email])).map(({ id }) => id)]
  }
}

const WRONG_CODE = 'is not the code of our newest email, or is more than an hour old'
