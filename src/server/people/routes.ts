import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { type EntryLog } from '#shared/list/entry.ts'
import type { ReadMarks } from '#shared/list/reviews.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { findUnknown } from './find-unknown.ts'
import { readFriends } from './read-friends.ts'
import { readConsent } from './read-consent.ts'
import { readEntry } from './read-entry.ts'

type ReadLog = (entryId: string) => Promise<EntryLog>

type Dependencies = { pool: pg.Pool; preparedPool: pg.Pool; readLog: ReadLog; readMarks: ReadMarks }

export function peopleRoutes(app: App, { pool, preparedPool, readLog, readMarks }: Dependencies) {
  route(app, ROUTES.entry, async ({ params: { id } }) => {
    const [{ entry, place, history }, log, marksOf] = await Promise.all([
      readEntry(preparedPool, id),
      readLog(id),
      readMarks([id]),
    ])
    return { entry: { ...entry, marks: marksOf(id) }, place, history: { ...history, ...log } }
  })

  route(app, ROUTES.credits, (request) => readFriends(pool, { ...request.params, ...request.query }))

  route(app, ROUTES.consent, async ({ params: { id } }, reply) =>
    reply.header('content-disposition', `attachment; filename="consent-${id}.json"`).send(await readConsent(pool, id)),
  )

  route(app, ROUTES.unknownEmails, (request) => findUnknown(pool, request.body.emails))
}
