import { createHash } from 'node:crypto'
import { ROUTES } from '#shared/routes.ts'
import { type DrawnLogo, LOGO_TYPES, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { MOST_PICTURE_BYTES } from '#shared/site/picture.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../base/errors.ts'
import { type App, route } from '../../http/route.ts'
import { drawLogo, type Kind } from './draw-logo.ts'
import { findRow, inTransaction, type Pool, type Queryable, type Transaction } from '../../db/query.ts'

const DEADLINE_MS = 35_000
const KINDS = {
  logo: { to: ROUTES.storeLogo, bodyLimit: MOST_LOGO_BYTES },
  picture: { to: ROUTES.storePicture, bodyLimit: MOST_PICTURE_BYTES },
  mail: { to: ROUTES.storeMailPicture, bodyLimit: MOST_PICTURE_BYTES },
} satisfies Record<Kind, object>
const FILE_TYPES = [...LOGO_TYPES, 'application/octet-stream']

/** Visitors get only pictures that the server draws from the file. */
export function logoRoutes(app: App, { dashboardPool: pool }: Context) {
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
    const drawn = await readLogoFiles(pool, params.hash)
    if (!drawn) throw new AppError('not-found')
    return reply.header('cache-control', 'private, max-age=86400').type('image/webp').send(drawn['header-2x.webp'])
  })
}

async function store(pool: Pool, bytes: Buffer, kind: Kind): Promise<DrawnLogo> {
  // The same file may be several.
  const salt = kind === 'logo' ? '' : kind
  const hash = createHash('sha256').update(salt).update(bytes).digest('hex').slice(0, 32)
  const known = await findLogo(pool, hash)
  if (known) return known
  const { width, height, files } = await drawLogo(bytes, kind)
  await inTransaction(pool, (tx) => insertLogo(tx, { hash, width, height, files }))
  return { hash, width, height }
}

type Files = Record<string, Buffer>

/** Renews its date, so that it is not deleted before a draft shows it. */
function findLogo(db: Queryable, hash: string) {
  return findRow<DrawnLogo>(
    db,
    'update site_logos set uploaded_at = now() where hash = $1 returning hash, width, height',
    [hash],
  )
}

/** Logos and pictures. Deletes those sent more than a day ago that neither the draft, a version nor an update shows. */
async function insertLogo(
  tx: Transaction,
  { hash, width, height, files }: DrawnLogo & { files: Files },
): Promise<void> {
  await tx.query(
    `delete from site_logos where uploaded_at < now() - interval '1 day'
       and not exists (select from site_versions where strpos(document::text, hash) > 0)
       and not exists (select from site_draft where strpos(document::text, hash) > 0)
       and not exists (select from updates where picture = hash)`,
  )
  const { rowCount } = await tx.query(
    'insert into site_logos (hash, width, height) values ($1, $2, $3) on conflict do nothing',
    [hash, width, height],
  )
  // Somebody else has sent the same file meanwhile.
  if (rowCount === 0) return
  await tx.query(
    'insert into site_logo_files (hash, name, content) select $1, * from unnest($2::text[], $3::bytea[])',
    [hash, Object.keys(files), Object.values(files)],
  )
}

export async function readLogoFiles(db: Queryable, hash: string): Promise<Files | null> {
  const { rows } = await db.query<{ name: string; content: Buffer }>(
    'select name, content from site_logo_files where hash = $1',
    [hash],
  )
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
