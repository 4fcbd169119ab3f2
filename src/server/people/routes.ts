import type pg from 'pg'
import * as z from 'zod/mini'
import { UnknownRequest, UnknownResponse } from '#shared/owner/admin.ts'
import { CreditsPage, CreditsQuery, EntryDetail, type EntryLog } from '#shared/list/entry.ts'
import { paths } from '#shared/site/paths.ts'
import type { ReadSignals } from '#shared/list/reviews.ts'
import type { App } from '../http/server.ts'
import { findUnknown } from './find-unknown.ts'
import { readCredits } from './read-credits.ts'
import { readEntry } from './read-entry.ts'

const EntryId = z.object({ id: z.uuid() })

/** Reads the part of a profile that records the owner's acts. */
export type ReadLog = (entryId: string) => Promise<EntryLog>

type Dependencies = { pool: pg.Pool; preparedPool: pg.Pool; readLog: ReadLog; readSignals: ReadSignals }

/** The owner's routes for one person. Register them where a session is required. */
export function peopleRoutes(app: App, { pool, preparedPool, readLog, readSignals }: Dependencies) {
  app.get(
    `${paths.api.adminEntries}/:id`,
    { schema: { params: EntryId, response: { 200: EntryDetail } } },
    async ({ params: { id } }) => {
      const [{ entry, place, history }, log, signalsOf] = await Promise.all([
        readEntry(preparedPool, id),
        readLog(id),
        readSignals([id]),
      ])
      return { entry: { ...entry, signals: signalsOf(id) }, place, history: { ...history, ...log } }
    },
  )

  app.get(
    `${paths.api.adminEntries}/:id/credits`,
    { schema: { params: EntryId, querystring: CreditsQuery, response: { 200: CreditsPage } } },
    (request) => readCredits(pool, { ...request.params, ...request.query }),
  )

  app.post(
    paths.api.adminUnknown,
    { schema: { body: UnknownRequest, response: { 200: UnknownResponse } } },
    (request) => findUnknown(pool, request.body.emails),
  )
}
