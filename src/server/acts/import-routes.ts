import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ActAccepted } from '#shared/acts.ts'
import { ImportQuery, ImportReport, MOST_BYTES } from '#shared/imports.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import { labelOf } from '../http/session-cookies.ts'
import { badFile } from '../importing/read-file.ts'
import type { Engine } from './create-act.ts'
import { importFile, previewImport } from './import-file.ts'

/** About twice what half a million rows take. */
const DEADLINE_MS = 120_000
const FILE_TYPES = ['text/csv', 'application/octet-stream', 'application/gzip']

/** The owner's route for a file of people. The body is the file itself, which may be compressed. */
export function importRoutes(app: App, engine: Engine) {
  void app.register(async (files: App) => {
    files.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    files.post(
      paths.api.adminImports,
      {
        schema: { querystring: ImportQuery, consumes: FILE_TYPES, response: { 200: ImportReport, 202: ActAccepted } },
        config: { deadline: DEADLINE_MS },
        bodyLimit: MOST_BYTES,
      },
      async (request, reply) => {
        const { query } = request
        if (!Buffer.isBuffer(request.body)) throw new AppError('unsupported-type')
        const bytes = await unpack(request.body, request.headers['content-type'])
        if (query.dry_run === 'yes') return reply.code(200).send(await previewImport(engine, { bytes, query }))
        const act_id = await importFile(engine, { bytes, query, actor: labelOf(request) })
        return reply.code(202).send({ act_id, warning: null })
      },
    )
  })
}

const decompress = promisify(gunzip)

async function unpack(body: Buffer, type: string | undefined): Promise<Buffer> {
  if (!type?.startsWith('application/gzip')) return body
  return decompress(body, { maxOutputLength: MOST_BYTES }).catch((cause: { code?: string }) => {
    if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('too-large')
    throw badFile('arrived damaged: please send it again')
  })
}
