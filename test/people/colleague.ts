import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '#shared/owner/accounts.ts'
import { OWNER_PASSWORD, OWNER_PASSWORD_HASH } from './owner-password.ts'
import type { TestApp } from '../test-app.ts'

/** A signed-in account with this role and the owner's password. */
export async function colleague({ app, pool }: TestApp, role: Role, email = `${role}@example.com`) {
  const id = randomUUIDv7()
  await pool.query('insert into accounts (id, name, email, role, password) values ($1, $2, $3, $4, $5)', [
    id,
    email.split('@')[0],
    email,
    role,
    OWNER_PASSWORD_HASH,
  ])
  const payload = { email, password: OWNER_PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/admin/session', payload })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return {
    id,
    email,
    cookie,
    call: (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD', url: string, payload?: object) =>
      app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) }),
    change: (sets: string) => pool.query(`update accounts set ${sets} where id = $1`, [id]),
    /** Moves the last proof of identity an hour back. */
    waitLong: () =>
      pool.query(`update admin_sessions set proven_at = now() - interval '1 hour' where account_id = $1`, [id]),
  }
}
