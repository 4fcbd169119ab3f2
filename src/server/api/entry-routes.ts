import { CALLS } from './calls.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { ApiChange, ApiEntry } from './schemas.ts'
import type { Entry } from '#shared/list/entry.ts'
import { createAct } from '../acts/create-act.ts'
import type { Context } from '../context.ts'
import { requireLevelInTurn } from '../listing/log/catch-up.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { KEPT } from '../joining/waiting.ts'
import { isInLine, readEntries } from '../listing/read-entries.ts'
import { readEntry } from '../people/read-entry.ts'
import { readApiAct } from './act-routes.ts'
import { actorOfKey, onceByKey, requireScope } from './keys.ts'
import type { Pool } from '../db/query.ts'

export function apiEntryRoutes(api: App, ctx: Context) {
  readRoutes(api, ctx)
  joinRoute(api, ctx)
  changeRoute(api, ctx)
  eraseRoute(api, ctx)
}

function readRoutes(api: App, { dashboardPool, pool, columns, deadlines }: Context) {
  route(api, CALLS.listEntries, async ({ query }) => {
    await requireLevelInTurn(dashboardPool, deadlines.programs)
    const db = isInLine(query) ? pool : dashboardPool
    const { entries, next_cursor } = await readEntries(db, query, new Date(), columns)
    return { entries: entries.map(toApiEntry), next_cursor }
  })

  route(api, CALLS.readEntry, ({ params }) => readOne(pool, params.id))
}

function joinRoute(api: App, ctx: Context) {
  const { waitlist, observe } = ctx

  route(
    api,
    CALLS.joinEntry,
    (request, reply) =>
      onceByKey(ctx, request, reply, async (id) => {
        waitlist.admit()
        // A retry after a server was killed finds the submission of the first attempt.
        const submission_id = `key ${id}`
        const seen = observe.joinByKey(request.body.email)
        const joined = await waitlist.join({
          ...request.body,
          submission_id,
          is_by_key: true,
          seen,
          request_id: request.id,
        })
        if (joined === KEPT) return { status: 202, body: { check_inbox: true } }
        const { entry_id, is_new, position, referral_code } = joined
        const body = { id: entry_id, position, referral_code, is_new }
        return { status: is_new ? 201 : 200, body, entryId: entry_id }
      }),
    { config: { whenLate: 'unconfirmed' } },
  )
}

function changeRoute(api: App, ctx: Context) {
  const { pool, engine } = ctx

  route(api, CALLS.changeEntry, (request, reply) =>
    onceByKey(ctx, request, reply, async (id) => {
      const entryId = request.params.id
      // Whoever reads the new mailbox can export and erase.
      if (request.body.email !== undefined) requireScope(request, 'erase')
      await readOne(pool, entryId)
      const act = { id, request: toAct(entryId, request.body), actor: actorOfKey(request) }
      await createAct(engine, act)
      const body = { entry: await readOne(pool, entryId), act: await readApiAct(engine, id) }
      return { status: 200, body, entryId }
    }),
  )
}

function eraseRoute(api: App, ctx: Context) {
  const { pool, engine } = ctx

  route(api, CALLS.eraseEntry, (request, reply) =>
    onceByKey(ctx, request, reply, async (id) => {
      await readOne(pool, request.params.id)
      const select = { ids: [request.params.id] }
      await createAct(engine, { id, request: { kind: 'erase', select }, actor: actorOfKey(request) })
      return { status: 202, body: { act_id: id } }
    }),
  )
}

async function readOne(pool: Pool, id: string): Promise<ApiEntry> {
  return toApiEntry((await readEntry(pool, id)).entry)
}

function toAct(id: string, { add_tag, remove_tag, note, email, decision }: ApiChange): ActRequest {
  const select = { ids: [id] }
  if (add_tag !== undefined) return { kind: 'tag', select, tag: add_tag, remove: false }
  if (remove_tag !== undefined) return { kind: 'tag', select, tag: remove_tag, remove: true }
  if (note !== undefined) return { kind: 'note', select, text: note }
  if (email !== undefined) return { kind: 'correct-email', select, email }
  return { kind: decision!, select }
}

/** The response schema removes the fields of an entry that programs do not get. */
function toApiEntry({ rank, utm_source, created_at, ...entry }: Entry): ApiEntry {
  return { ...entry, place_in_line: rank, source: utm_source, joined_at: created_at, answers: entry }
}
