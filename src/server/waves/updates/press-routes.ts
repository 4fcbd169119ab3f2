import { createHmac, timingSafeEqual } from 'node:crypto'
import { ensureSecret } from '../../db/settings.ts'
import { isLiving } from '../../people/addresses/email-keys.ts'
import { allLinksOf } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { AppError } from '../../base/errors.ts'
import { type App, route } from '../../http/route.ts'
import { readUpdate } from './updates.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/query.ts'

const ID_BYTES = 16
const CONTENT_BYTES = 2 * ID_BYTES + 1
const PROOF_BYTES = 12

type Press = { updateId: string; entryId: string; link: number }

/** The part of a link's address that tells which link of an update it is, and whose. */
export async function signPress(db: Queryable, { updateId, entryId, link }: Press): Promise<string> {
  const ids = Buffer.from(`${updateId}${entryId}`.replaceAll('-', ''), 'hex')
  const content = Buffer.concat([ids, Buffer.of(link)])
  return Buffer.concat([content, await prove(db, content)]).toString('base64url')
}

async function readPress(db: Queryable, token: string): Promise<Press | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== CONTENT_BYTES + PROOF_BYTES) return null
  const content = bytes.subarray(0, CONTENT_BYTES)
  if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), await prove(db, content))) return null
  const idAt = (start: number) =>
    content.toString('hex', start, start + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { updateId: idAt(0), entryId: idAt(ID_BYTES), link: content[CONTENT_BYTES - 1]! }
}

async function prove(db: Queryable, content: Buffer): Promise<Buffer> {
  const secret = await ensureSecret(db, 'press_secret')
  return createHmac('sha256', secret).update(content).digest().subarray(0, PROOF_BYTES)
}

async function countPress(db: Queryable, { updateId, entryId }: Press): Promise<void> {
  await db.query(
    `insert into update_presses (update_id, entry_id) select $1, $2 where ${isLiving('$2')} on conflict do nothing`,
    [updateId, entryId],
  )
}

export async function forgetPresses(db: Queryable, entryIds: string[]): Promise<void> {
  await db.query('delete from update_presses where entry_id = any($1)', [entryIds])
}

/** Counts who presses a link of an update, and leads on to where the owner's words say. */
export function pressRoutes(app: App, { pool }: Context) {
  route(app, ROUTES.pressLink, async ({ params, method }, reply) => {
    const press = await readPress(pool, params.token)
    const update = press && (await readUpdate(pool, press.updateId))
    const href = update && allLinksOf(update)[press.link]
    if (!href) throw new AppError('not-found')
    if (method === 'GET') await countPress(pool, press)
    return reply.header('referrer-policy', 'no-referrer').redirect(href, 302)
  })
}
