import { createHash } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod/mini'
import { DrawnLogo, LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { paths } from '#shared/site/paths.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../base/errors.ts'
import type { App } from '../../http/server.ts'
import { drawLogo } from './draw-logo.ts'
import * as queries from './queries.ts'

const DEADLINE_MS = 35_000
const FILE_TYPES = [...LOGO_TYPES, 'application/octet-stream']
const Named = z.object({ hash: z.string().check(z.regex(/^[\da-f]{32}$/)) })

/**
 * The owner's routes for a logo. The body is the file itself. Visitors get only pictures that the server draws from it.
 */
export function logoRoutes(app: App, { pool }: { pool: pg.Pool }) {
  void app.register(async (files: App) => {
    files.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer', bodyLimit: MOST_LOGO_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    files.post(
      paths.api.adminSiteLogo,
      {
        schema: { consumes: FILE_TYPES, response: { 201: DrawnLogo } },
        config: { deadline: DEADLINE_MS },
        bodyLimit: MOST_LOGO_BYTES,
      },
      async ({ body }, reply) => {
        if (!Buffer.isBuffer(body)) throw new AppError('unsupported-type')
        return reply.code(201).send(await storeLogo(pool, body))
      },
    )
  })

  app.get(`${paths.api.adminSiteLogo}/:hash`, { schema: { params: Named, hide: true } }, async ({ params }, reply) => {
    const drawn = await queries.readLogoFiles(pool, params.hash)
    if (!drawn) throw new AppError('not-found')
    return reply.header('cache-control', 'private, max-age=86400').type('image/webp').send(drawn['header-2x.webp'])
  })
}

async function storeLogo(pool: pg.Pool, bytes: Buffer): Promise<DrawnLogo> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const known = await queries.findLogo(pool, hash)
  if (known) return known
  const { width, height, files } = await drawLogo(bytes)
  await inTransaction(pool, (tx) => queries.insertLogo(tx, { hash, width, height, files }))
  return { hash, width, height }
}
