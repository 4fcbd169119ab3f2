import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod/mini'
import { Keys, MadeKey, NewKey } from '#shared/programs/keys.ts'
import { paths } from '#shared/site/paths.ts'
import { readAccountNames } from '../accounts/accounts.ts'
import { accountOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { drawKey, hashOf, prefixOf } from './key-format.ts'
import { deleteKey, insertKey, readKeys } from './queries.ts'

/** The owner's routes for keys. Register them where a session is required. */
export function keyRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.get(paths.api.adminKeys, { schema: { response: { 200: Keys } } }, async () => {
    const names = new Map((await readAccountNames(pool)).map((account) => [account.id, account]))
    const keys = await readKeys(pool)
    return { keys: keys.map(({ account_id, ...key }) => ({ ...key, account: names.get(account_id)! })) }
  })

  app.post(paths.api.adminKeys, { schema: { body: NewKey, response: { 201: MadeKey } } }, async (request, reply) => {
    const [id, key] = [randomUUIDv7(), drawKey()]
    const account_id = accountOf(request).id
    await insertKey(pool, { ...request.body, id, account_id, prefix: prefixOf(key), hash: hashOf(key) })
    return reply.code(201).send({ id, key })
  })

  app.delete(
    `${paths.api.adminKeys}/:id`,
    { schema: { params: z.object({ id: z.uuid() }), response: { 204: z.null() } } },
    async (request, reply) => {
      if (!(await deleteKey(pool, request.params.id))) throw new AppError('not-found')
      return reply.code(204).send(null)
    },
  )
}
