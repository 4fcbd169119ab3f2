import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { readAccountNames } from '../accounts/accounts.ts'
import { accountOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { drawKey, hashOf, prefixOf } from './key-format.ts'
import { deleteKey, insertKey, readKeys } from './queries.ts'

/** The owner's routes for keys. Register them where a session is required. */
export function keyRoutes(app: App, { pool }: { pool: pg.Pool }) {
  route(app, ROUTES.keys, async () => {
    const names = new Map((await readAccountNames(pool)).map((account) => [account.id, account]))
    const keys = await readKeys(pool)
    return { keys: keys.map(({ account_id, ...key }) => ({ ...key, account: names.get(account_id)! })) }
  })

  route(app, ROUTES.createKey, async (request) => {
    const [id, key] = [randomUUIDv7(), drawKey()]
    const account_id = accountOf(request).id
    await insertKey(pool, { ...request.body, id, account_id, prefix: prefixOf(key), hash: hashOf(key) })
    return { id, key }
  })

  route(app, ROUTES.revokeKey, async (request) => {
    if (!(await deleteKey(pool, request.params.id))) throw new AppError('not-found')
  })
}
