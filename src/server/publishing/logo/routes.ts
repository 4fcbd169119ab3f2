import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { DrawnLogo } from '#shared/site/logo.ts'
import { LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { MOST_PICTURE_BYTES } from '#shared/site/picture.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../base/errors.ts'
import { route } from '../../http/route.ts'
import type { App } from '../../http/server.ts'
import { drawLogo, type Kind } from './draw-logo.ts'
import * as queries from './queries.ts'

const DEADLINE_MS = 35_000
const KINDS = {
  logo: { to: ROUTES.storeLogo, bodyLimit: MOST_LOGO_BYTES },
  picture: { to: ROUTES.storePicture, bodyLimit: MOST_PICTURE_BYTES },
} satisfies Record<Kind, object>
const FILE_TYPES = [...LOGO_TYPES, 'application/octet-stream']

/** Visitors get only pictures that the server draws from the file. */
export function logoRoutes(app: App, { pool }: { pool: pg.Pool }) {
  void app.register(async (files: App) => {
    files.addContentTypeParser(
      FILE_TYPES,
      { parseAs: 'buffer', bodyLimit: MOST_PICTURE_BYTES },
      (_request, body, done) => done(null, body),
    )
    for (const [kind, { to, bodyLimit }] of Object.entries(KINDS))
      route(
        files,
        to,
        async ({ body }) => {
          if (!Buffer.isBuffer(body)) throw new AppError('unsupported-type')
          return await store(pool, body, kind as Kind)
        },
        { config: { deadline: DEADLINE_MS }, bodyLimit },
      )
  })

  route(app, ROUTES.logo, async ({ params }, reply) => {
    const drawn = await queries.readLogoFiles(pool, params.hash)
    if (!drawn) throw new AppError('not-found')
    return reply.header('cache-control', 'private, max-age=86400').type('image/webp').send(drawn['header-2x.webp'])
  })
}

async function store(pool: pg.Pool, bytes: Buffer, kind: Kind): Promise<DrawnLogo> {
  // The same file may be both.
  const salt = kind === 'logo' ? '' : kind
  const hash = createHash('sha256').update(salt).update(bytes).digest('hex').slice(0, 32)
  const known = await queries.findLogo(pool, hash)
  if (known) return known
  const { width, height, files } = await drawLogo(bytes, kind)
  await inTransaction(pool, (tx) => queries.insertLogo(tx, { hash, width, height, files }))
  return { hash, width, height }
}
