import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ROUTES } from '#shared/routes.ts'
import { MOST_BYTES } from '#shared/list/imports.ts'
import { actorOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { badFile } from '../importing/read-file.ts'
import type { Engine } from './create-act.ts'
import { importFile, previewImport, writeReport } from './import-file.ts'

/** About twice the time that half a million rows take. */
const DEADLINE_MS = 120_000
const FILE_TYPES = ['text/csv', 'application/octet-stream', 'application/gzip']

/** The body is the file itself, which may be compressed with gzip. */
export function importRoutes(app: App, engine: Engine) {
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
        if (query.dry_run === 'yes') return reply.code(200).send(await previewImport(engine, { bytes, query }))
        const act_id = await importFile(engine, { bytes, query, actor: actorOf(request) })
        return reply.code(202).send({ act_id, warning: null })
      },
      { config: { deadline: DEADLINE_MS }, bodyLimit: MOST_BYTES },
    )
    route(
      files,
      ROUTES.importReport,
      async (request, reply) => {
        const report = await writeReport(engine, { bytes: await unpack(request), query: request.query })
        return reply.type('text/csv; charset=utf-8').send(report)
      },
      { config: { deadline: DEADLINE_MS }, bodyLimit: MOST_BYTES },
    )
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
