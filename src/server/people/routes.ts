import { ROUTES } from '#shared/routes.ts'
import type { EntryLog } from '#shared/list/entry.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { findUnknown } from './find-person.ts'
import { readFriends } from './read-friends.ts'
import { readConsent, readEntry, readMarks } from './read-entry.ts'
import type { Queryable } from '../db/query.ts'

/** Of the acts about a person. */
type ReadLog = (db: Queryable, entryId: string) => Promise<EntryLog>

export function peopleRoutes(app: App, { dashboardPool, pool }: Context, readLog: ReadLog) {
  route(app, ROUTES.entry, async ({ params: { id } }) => {
    const [{ entry, place, history }, log, marksOf] = await Promise.all([
      readEntry(pool, id),
      readLog(pool, id),
      readMarks(pool, [id]),
    ])
    return { entry: { ...entry, marks: marksOf(id) }, place, history: { ...history, ...log } }
  })

  route(app, ROUTES.credits, (request) => readFriends(dashboardPool, { ...request.params, ...request.query }))

  route(app, ROUTES.consent, async ({ params: { id } }, reply) =>
    reply
      .header('content-disposition', `attachment; filename="consent-${id}.json"`)
      .send(await readConsent(dashboardPool, id)),
  )

  route(app, ROUTES.unknownEmails, (request) => findUnknown(dashboardPool, request.body.emails))
}
