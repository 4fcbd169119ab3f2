import { createHash } from 'node:crypto'
import type pg from 'pg'
import { FILM_NAME, FILM_TYPES, type FilmType, MOST_FILM_BYTES, StoredFilm } from '#shared/site/film.ts'
import { paths } from '#shared/site/paths.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { type Body, prepareBody, sendBody } from '../http/body.ts'
import type { App } from '../http/server.ts'

/** Long enough to send a film over a slow connection. */
const DEADLINE_MS = 120_000
const SENT_AS = [...Object.values(FILM_TYPES), 'application/octet-stream']
/** The films kept in memory: the one that is shown, and the one of a draft. */
const MOST_KEPT = 2
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * The owner's route for a film. The body is the file itself. Visitors get the same bytes, always with the content type
 * of a film.
 */
export function filmRoutes(app: App, { pool }: { pool: pg.Pool }) {
  void app.register(async (files: App) => {
    files.addContentTypeParser(SENT_AS, { parseAs: 'buffer', bodyLimit: MOST_FILM_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    files.post(
      paths.api.adminSiteFilm,
      {
        schema: { consumes: SENT_AS, response: { 201: StoredFilm } },
        config: { deadline: DEADLINE_MS },
        bodyLimit: MOST_FILM_BYTES,
      },
      async ({ body }, reply) => {
        if (!Buffer.isBuffer(body)) throw new AppError('unsupported-type')
        const type = typeOf(body)
        if (!type) throw new AppError('invalid-input', { fields: { film: 'is not an MP4 or WebM film' } })
        const hash = createHash('sha256').update(body).digest('hex').slice(0, 32)
        await insertFilm(pool, { hash, type, content: body })
        return reply.code(201).send({ file: `${paths.film}/${hash}.${type}` })
      },
    )
  })
}

/** Serves films by name. The name contains a hash of the content, so browsers may cache a film forever. */
export function serveFilms(app: App, { pool }: { pool: pg.Pool }) {
  const kept = new Map<string, Body>()

  app.get<{ Params: { name: string } }>(`${paths.film}/:name`, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params
    const body = kept.get(name) ?? (await read(name))
    return body ? sendBody(body, { request, reply }) : reply.callNotFound()
  })

  async function read(name: string): Promise<Body | null> {
    const [, hash, type] = FILM_NAME.exec(name) ?? []
    if (!hash) return null
    const { rows } = await pool.query<{ content: Buffer }>(
      'select content from site_films where hash = $1 and type = $2',
      [hash, type],
    )
    if (!rows[0]) return null
    const headers = { ...FOR_GOOD, 'content-type': FILM_TYPES[type as FilmType], 'x-content-type-options': 'nosniff' }
    const body = prepareBody({ identity: rows[0].content, br: null, gzip: null }, headers)
    kept.set(name, body)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return body
  }
}

/** Whether this is the path of a stored film. */
export async function isFilmHere(db: Queryable, file: string): Promise<boolean> {
  const [, hash, type] = FILM_NAME.exec(file.slice(`${paths.film}/`.length)) ?? []
  const { rowCount } = await db.query('select from site_films where hash = $1 and type = $2', [hash ?? '', type ?? ''])
  return rowCount === 1
}

/** The type by the first bytes of the file; null if it is neither MP4 nor WebM. */
function typeOf(bytes: Buffer): FilmType | null {
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return 'mp4'
  return bytes.subarray(0, 4).toString('hex') === '1a45dfa3' ? 'webm' : null
}

type Film = { hash: string; type: FilmType; content: Buffer }

/** Stores a film, and deletes films sent more than a day ago that neither the draft nor a version shows. */
async function insertFilm(db: Queryable, { hash, type, content }: Film): Promise<void> {
  await db.query(
    `delete from site_films where uploaded_at < now() - interval '1 day' and not exists (
       select from (select document from site_versions union all select document from site_draft) as shown
       where document #>> '{landing,film,file}' = '${paths.film}/' || hash || '.' || type)`,
  )
  // Sending a film again renews its date, so that it is not deleted.
  await db.query(
    'insert into site_films (hash, type, content) values ($1, $2, $3) on conflict (hash) do update set uploaded_at = now()',
    [hash, type, content],
  )
}
