import type { InjectOptions } from 'fastify'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { Purpose } from '../../src/server/accounts/token-format.ts'
import { createTokens } from '../../src/server/accounts/tokens.ts'
import type { TestApp } from '../test-app.ts'

/** Calls a route of a person's own place with their token. `ownToken`: the token that the same browser keeps. */
export function callPlace(
  app: TestApp,
  token: string,
  {
    method = 'GET',
    url = '/api/place',
    payload,
    ownToken,
  }: Pick<InjectOptions, 'method' | 'url' | 'payload'> & { ownToken?: string | undefined } = {},
) {
  const own = ownToken === undefined ? {} : { [BROWSER_TOKEN]: ownToken }
  return app.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}`, ...own } })
}

/** The token of a link that was mailed to this person `hoursAgo` hours ago. */
export async function mailedToken(
  app: TestApp,
  email: string,
  { hoursAgo = 0, purpose = 'place' as Purpose } = {},
): Promise<string> {
  const [{ id }] = await app.rows(
    `select id from waitlist_entries where email = $1
     union all select person_id from join_requests where request ->> 'email' = $1 limit 1`,
    email,
  )
  return (await createTokens(app.pool).sign(purpose, id, Date.now() - hoursAgo * 60 * 60_000))!
}
