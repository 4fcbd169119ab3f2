import { ensurePassword } from '../src/server/admin/password.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'the owner’s own password'

/** The signed-in owner of a test's waitlist. */
export async function signIn({ app, pool }: TestApp) {
  await ensurePassword(pool, PASSWORD)
  const answer = await app.inject({ method: 'POST', url: '/api/admin/session', payload: { password: PASSWORD } })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return {
    cookie,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { cookie, ...headers } }),
    post: (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers: { cookie, ...headers } }),
  }
}
