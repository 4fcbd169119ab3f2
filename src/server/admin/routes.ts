import type pg from 'pg'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import { listRoutes } from './list-routes.ts'
import { createLive } from './live.ts'
import { liveRoutes } from './live-routes.ts'
import { requireSession, sessionRoutes } from './session-routes.ts'
import { createSessions } from './sessions.ts'
import { createWrongPasswords } from './wrong-passwords.ts'

type Dependencies = {
  pool: pg.Pool
  /** The origin that visitors know. */
  publicUrl: string
  /** What else only the owner may use. */
  more: (admin: App) => void
}

/** Everything that only the owner may use, and the way in. */
export async function adminRoutes(app: App, { pool, publicUrl, more }: Dependencies) {
  const sessions = createSessions(pool)
  sessionRoutes(app, { sessions, wrongPasswords: createWrongPasswords(), publicUrl })
  await app.register(async (admin: App) => {
    admin.addHook('onRequest', requireSession({ sessions, publicUrl }))
    listRoutes(admin, { pool })
    more(admin)
    const onFailure = (err: unknown) => app.log.error({ err }, 'live events could not be read')
    liveRoutes(admin, { live: createLive({ pool, sessions, onFailure }) })
    // Who has not signed in does not learn what there is.
    for (const path of ['/api/admin/*', '/functions/*']) admin.all(path, { schema: { hide: true } }, answerUnknown)
  })
}

function answerUnknown(): never {
  throw new AppError('not-found')
}
