import { join } from 'node:path'
import { type Program, start } from './process.ts'
import { joinRequest } from '../test-app.ts'

const SERVER = join(import.meta.dirname, '../../src/server')
export const PASSWORD = 'a password of the owner'

/** Starts a program from src/server as a separate process. */
export function run(program: string, env: Record<string, string>, ...args: string[]): Program {
  return start([process.execPath, join(SERVER, program), ...args], { env })
}

export async function addressOf(server: Program): Promise<string> {
  return /http:\S+/.exec(await server.line(/http:/))![0]
}

/** Joins the list, and resolves to the status code. */
export async function joinAt(address: string, email?: string): Promise<number> {
  const body = JSON.stringify(joinRequest(email === undefined ? {} : { email }))
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address}/api/waitlist/entries`, { method: 'POST', headers, body })).status
}

/** The fields that tests read in the answers of several routes. */
type Answer = {
  last: object | null
  failure: object | null
  entries: { id: string }[]
  act_id: string
  state: string
  held_at: string | null
}

/** Signs in, and returns a function that calls the owner's routes: `POST` with a body, otherwise `GET`. */
export async function signIn(address: string) {
  const headers = { 'content-type': 'application/json', origin: address, cookie: '' }
  const session = await fetch(`${address}/api/admin/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ password: PASSWORD }),
  })
  headers.cookie = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return async (path: string, body?: object) => {
    const answer = await fetch(address + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    return JSON.parse((await answer.text()) || '{}') as Answer
  }
}
