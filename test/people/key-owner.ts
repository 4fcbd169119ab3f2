import type { Scope } from '#shared/programs/keys.ts'
import { signIn } from './owner.ts'
import { joinRequest, type TestApp } from '../test-app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An owner who makes API keys. Each new key comes with a program that uses it. */
export async function keyOwner(app: TestApp) {
  const owner = await signIn(app)
  return {
    ...owner,
    makeKey: async (scopes: Scope[], options: { days?: number; name?: string; hook_fields?: string[] } = {}) => {
      const answer = await owner.post('/api/admin/keys', { name: 'A program', scopes, ...options })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      const { id, key } = answer.json() as { id: string; key: string }
      return { id, key, ...program(app, key) }
    },
    revoke: (id: string) =>
      app.app.inject({ method: 'DELETE', url: `/api/admin/keys/${id}`, headers: { cookie: owner.cookie } }),
  }
}

/** A program that calls the API with this key. */
export function program({ app }: TestApp, key: string) {
  const call = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${key}`, ...headers }, ...(payload && { payload }) })
  return {
    call,
    join: (changes: Parameters<typeof joinRequest>[0] = {}, headers: Record<string, string> = {}) =>
      call('POST', '/api/v1/entries', joinRequest(changes), headers),
  }
}
