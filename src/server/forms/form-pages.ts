import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'
import type { App } from '../http/server.ts'
import type { Contents, SendPage } from '../rendering/pages.ts'
import { sealingKey } from '../base/sealing.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { createCookies, createHeldTokens } from './cookies.ts'
import { type Joining, joinContents, joinForms } from './join-forms.ts'
import { ownContents } from './own-contents.ts'
import { ownForms } from './own-forms.ts'
import { createStarts } from './starts.ts'

type Dependencies = Joining & {
  app: App
  pool: pg.Pool
  publicUrl: () => string
  embedOrigins: () => readonly string[]
  now: () => Date
  tokens: Tokens
  sendsMail: () => boolean
}

/** Call `register` once pages can be drawn. */
export async function formPages(dependencies: Dependencies): Promise<{
  contents: Contents
  register: (send: SendPage) => void
}> {
  const { app, pool, publicUrl, embedOrigins, now, tokens, sendsMail, ...joining } = dependencies
  const key = sealingKey(await ensureSecret(pool, 'start_key'), 'joining without scripts')
  const cookies = createCookies({ isSecure: () => publicUrl().startsWith('https:') })
  const starts = createStarts({ key, cookies, now })
  const held = createHeldTokens({ key, cookies })
  return {
    contents: {
      ...joinContents({ starts, publicUrl, listState: joining.listState }),
      ...ownContents({ app, held, publicUrl }),
    },
    register(send) {
      joinForms(app, { ...joining, send, starts, held, publicUrl, embedOrigins, signFirst: tokens.signFirst })
      ownForms({ app, held, publicUrl, sendsMail, send })
    },
  }
}
