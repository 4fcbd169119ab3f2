import { insertPasswordHash } from '../../src/server/accounts/password.ts'
import { OWNER_PASSWORD, OWNER_PASSWORD_HASH } from './owner-password.ts'
import type { TestApp } from '../test-app.ts'

/** The signed-in owner of a test's waitlist. */
export async function signIn({ app, pool }: TestApp) {
  await insertPasswordHash(pool, OWNER_PASSWORD_HASH)
  const answer = await app.inject({ method: 'POST', url: '/api/admin/session', payload: { password: OWNER_PASSWORD } })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return {
    cookie,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { cookie, ...headers } }),
    patch: (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
      app.inject({ method: 'PATCH', url, payload, headers: { cookie, ...headers } }),
    post: (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers: { cookie, ...headers } }),
    remove: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'DELETE', url, headers: { cookie, ...headers } }),
  }
}
