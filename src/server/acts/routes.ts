import { ROUTES } from '#shared/routes.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { accountOf, type Actor, actorOf } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { beginAct, createAct, type Engine, insertEntries, stopAct, undoAct } from './create-act.ts'
import { once } from './once.ts'
import { previewAct } from './preview-act.ts'
import type { TakeEffect } from '../settings/routes.ts'
import { readTags } from './kinds/labels.ts'
import { readActDetail, readActs, readEntryActs } from './read-acts.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type ImportQuery, MOST_BYTES } from '#shared/list/imports.ts'
import { entriesOf } from '../joining/importing/rows.ts'
import { stageImport, writeNotes } from '../joining/importing/stage-import.ts'
import { AppError } from '../base/errors.ts'
import { badFile } from '../joining/importing/read-file.ts'
import * as entryQueries from './store/entry-queries.ts'
import { insertAct } from './store/act-queries.ts'
import { inTransaction } from '../db/query.ts'

/** A note that is far too long gets an error that names its limit. */
const BODY_LIMIT = 1024 * 1024

export function actRoutes(app: App, { pool: preparedPool, engine, tellOfChange }: Context, takeEffect: TakeEffect) {
  const { pool, kinds } = engine

  importRoutes(app, engine)

  route(
    app,
    ROUTES.createAct,
    async (request, reply) => {
      const { method, url, body, headers } = request
      const sent = { sender: accountOf(request).id, key: headers['idempotency-key'], method, url, body }
      const answer = await once(preparedPool, sent, async (id) => {
        const act_id = await createAct(engine, { id, request: body, actor: actorOf(request) })
        return { status: 202, body: { act_id, warning: warningOf(body.kind) } }
      })
      return reply.code(answer.status).send(answer.body)
    },
    { bodyLimit: BODY_LIMIT },
  )

  route(app, ROUTES.previewAct, (request) => previewAct(engine, request.body), { bodyLimit: BODY_LIMIT })

  route(app, ROUTES.acts, (request) => readActs(pool, kinds, request.query))

  route(app, ROUTES.tags, async () => ({ tags: await readTags(pool) }))

  route(app, ROUTES.entryActs, (request) => readEntryActs(pool, { ...request.params, ...request.query }))

  route(app, ROUTES.act, (request) => readActDetail(pool, kinds, { ...request.params, ...request.query }))

  route(app, ROUTES.undoAct, async (request, reply) => {
    const undone = { ...request.params, actor: actorOf(request) }
    const act_id = await takeEffect(request, reply, async () => {
      const { id, leads } = await undoAct(engine, undone)
      tellOfChange(accountOf(request).name, leads)
      return id
    })
    return { act_id, warning: null }
  })

  route(app, ROUTES.stopAct, (request) => stopAct(engine, { ...request.params, actor: actorOf(request) }))
}

/** About twice the time that half a million rows take. */
const DEADLINE_MS = 120_000
const FILE_TYPES = ['text/csv', 'application/octet-stream', 'application/gzip']

/** The body is the file itself, which may be compressed with gzip. */
function importRoutes(app: App, engine: Engine) {
  void app.register(async (files: App) => {
    files.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    route(
      files,
      ROUTES.importPeople,
      async (request, reply) => {
        const { query } = request
        const bytes = await unpack(request)
        const asked = { query, actId: null }
        if (query.dry_run === 'yes') return inTransaction(engine.pool, (tx) => stageImport(tx, bytes, asked))
        const act_id = await importFile(engine, { bytes, query, actor: actorOf(request) })
        return reply.code(202).send({ act_id, warning: null })
      },
      { config: { deadline: DEADLINE_MS }, bodyLimit: MOST_BYTES },
    )
    route(
      files,
      ROUTES.importReport,
      async (request, reply) => {
        const bytes = await unpack(request)
        const report = await inTransaction(engine.pool, async (tx) => {
          await stageImport(tx, bytes, { query: request.query, actId: null })
          return writeNotes(tx)
        })
        return reply.type('text/csv; charset=utf-8').send(report)
      },
      { config: { deadline: DEADLINE_MS }, bodyLimit: MOST_BYTES },
    )
  })
}

function importFile(
  { pool, kinds }: Engine,
  { bytes, query, actor }: { bytes: Buffer; query: ImportQuery; actor: Actor },
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const id = randomUUIDv7()
    const report = await stageImport(tx, bytes, { query, actId: id })
    const params = { rows: report.rows, refused: report.refused.count, friends_move: query.friends_move === 'yes' }
    const act = { id, params, facet: kinds.import.facetOf({ id, params }) }
    await insertAct(tx, { ...act, kind: 'import', selection: {}, actor })
    const total = await insertEntries(entryQueries.readIds(tx, entriesOf(id)), (ids) =>
      entryQueries.insertActEntries(tx, act, ids),
    )
    await beginAct(tx, { kinds, actId: id, total })
    return id
  })
}

const decompress = promisify(gunzip)

async function unpack({ body, headers }: { body: unknown; headers: IncomingHttpHeaders }): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw new AppError('unsupported-type')
  if (!headers['content-type']?.startsWith('application/gzip')) return body
  return decompress(body, { maxOutputLength: MOST_BYTES }).catch((cause: { code?: string }) => {
    if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('too-large')
    throw badFile('arrived damaged: please send it again')
  })
}
