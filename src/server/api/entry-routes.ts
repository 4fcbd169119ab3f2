import { CALLS } from './calls.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { ACT_SCOPES, type ApiAct, type ApiChange, type ApiEntry } from './schemas.ts'
import type { Entry } from '#shared/list/entry.ts'
import { createAct, type Engine } from '../acts/create-act.ts'
import type { Context } from '../context.ts'
import { requireLevelInTurn } from '../listing/log/catch-up.ts'
import { type App, route } from '../http/route.ts'
import { KEPT } from '../joining/waiting.ts'
import { readEntry } from '../people/read-entry.ts'
import { actorOfKey, keyOf, onceByKey, requireScope } from './keys.ts'
import { inTransaction, type Pool } from '../db/query.ts'
import type * as z from 'zod/mini'
import { previewAct } from '../acts/preview-act.ts'
import { readActDetail } from '../acts/read-acts.ts'
import type { EventType } from '#shared/programs/webhooks.ts'
import { AppError } from '../base/errors.ts'
import { payloadOf } from './webhooks/compose.ts'
import { deleteEndpoint } from './webhooks/endpoints.ts'
import { addEndpoint } from './webhooks/routes.ts'
import { AN_ACT, entry, SOMEBODY } from './examples.ts'
import { isInLine, readEntries } from '../listing/export-entries.ts'

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

/** Webhooks that programs such as Zapier add and remove by themselves. */
export function hookRoutes(api: App, ctx: Context) {
  // Without `once`: its stored answer would hold the secret.
  route(api, CALLS.createHook, (request) => {
    const { id: keyId, name, hook_fields: fields } = keyOf(request)
    return addEndpoint(ctx, { ...request.body, name, fields, keyId })
  })

  route(api, CALLS.deleteHook, async (request) => {
    const mine = { id: request.params.id, keyId: keyOf(request).id }
    if (!(await inTransaction(ctx.dashboardPool, (tx) => deleteEndpoint(tx, mine)))) throw new AppError('not-found')
    await ctx.webhooks.refreshRecipients()
  })

  route(api, CALLS.hookSamples, (request) => {
    const { event: type } = request.query
    const [kind] = type.split('.')
    const isOfPerson = (kind === 'entry' || kind === 'invitation') && type !== 'entry.erased'
    const person = { ...entry, ...entry.answers, source: 'instagram' }
    const claimed = {
      id: AN_ACT,
      event_id: AN_ACT,
      type,
      about: kind === 'entry' || kind === 'invitation' ? SOMEBODY : AN_ACT,
      data: DATA[type] ?? {},
      at: new Date(),
    }
    const payload = payloadOf(claimed, keyOf(request).hook_fields, {
      people: new Map(isOfPerson ? [[SOMEBODY, person as never]] : []),
      names: new Map([[SOMEBODY, entry.full_name]]),
    })
    return [JSON.parse(payload) as never]
  })
}

/** The rest of an event, besides its person. */
const DATA: Partial<Record<EventType, Record<string, unknown>>> = {
  'invitation.sent': { wave_id: AN_ACT },
  'invitation.accepted': { wave_id: AN_ACT },
  'invitation.ended': { wave_id: AN_ACT },
  'update.sent': { people: 412, sent: 409, refused: 3, perhaps: 0, skipped: 0 },
  'site.published': { version: 3 },
}

export function apiActRoutes(api: App, ctx: Context) {
  const { engine } = ctx

  route(api, CALLS.makeAct, (request, reply) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return onceByKey(ctx, request, reply, async (id) => {
      await createAct(engine, { id, request: request.body, actor: actorOfKey(request) })
      return { status: 202, body: { act_id: id } }
    })
  })

  route(api, CALLS.previewActOfProgram, (request) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return previewAct(engine, request.body)
  })

  route(api, CALLS.readAct, ({ params }) => readApiAct(engine, params.id))
}

function readApiAct({ pool, kinds }: Engine, id: string): Promise<z.infer<typeof ApiAct>> {
  return readActDetail(pool, kinds, { id })
}
