import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'
import type { PlainContents, SendPlain } from '../http/pages.ts'
import type { Limits } from '../http/limit-rates.ts'
import type { App } from '../http/server.ts'
import { findRequesters } from '../joining/requests.ts'
import { findIds } from '../people/find-person.ts'
import { sealingKey } from '../base/sealing.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { createCookies } from './cookies.ts'
import { createHeldTokens } from './held-tokens.ts'
import { ownContents } from './own-contents.ts'
import { ownRoutes } from './own-routes.ts'
import { type Joining, plainContents, plainRoutes } from './routes.ts'
import { createStarts } from './starts.ts'

type Dependencies = Joining & {
  app: App
  pool: pg.Pool
  publicUrl: () => string
  embedOrigins: () => readonly string[]
  now: () => Date
  tokens: Tokens
  limits: Pick<Limits, 'take' | 'networksOf'>
}

/**
 * Everything that works without scripts: the contents of the pages, and `register`, which adds the routes of their
 * forms. Call `register` once pages can be drawn.
 */
export async function plainPages({
  app,
  pool,
  publicUrl,
  embedOrigins,
  now,
  tokens,
  limits,
  ...joining
}: Dependencies): Promise<{
  contents: PlainContents
  register: (drawn: SendPlain) => void
}> {
  const key = sealingKey(await ensureSecret(pool, 'start_key'), 'joining without scripts')
  const cookies = createCookies({ isSecure: () => publicUrl().startsWith('https:') })
  const starts = createStarts({ key, cookies, now })
  const held = createHeldTokens({ key, cookies })
  const findHolders = async (email: string) => [
    ...(await findIds(pool, [email])),
    ...(await findRequesters(pool, [email])).map(({ id }) => id),
  ]
  return {
    contents: { ...plainContents({ starts, publicUrl }), ...ownContents({ app, held, publicUrl }) },
    register(drawn) {
      plainRoutes(app, { ...joining, drawn, starts, held, publicUrl, embedOrigins, signFirst: tokens.signFirst })
      ownRoutes({ app, held, publicUrl, drawn, tokens, findHolders, limits })
    },
  }
}
