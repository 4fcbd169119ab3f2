import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Name, NAMES, PASSWORDS, portsOf } from './places.ts'

const LOOK_MS = 50
const PATIENCE_MS = 1_500

/** Times as `Date.now()`. */
type Reign = { name: Name; promoted: number; writable: number | null; lastSeen: number }

/** On connections that bypass the cables and HAProxy. */
export function watchPrimaries() {
  const reigns: Reign[] = []
  const stopping = new AbortController()
  const watching = NAMES.map(watch)

  async function watch(name: Name) {
    let client: pg.Client | null = null
    while (!stopping.signal.aborted) {
      try {
        client ??= await connect(name)
        const { rows } = await client.query('select pg_is_in_recovery() as follows')
        if (!rows[0].follows) await reign(name, client)
      } catch {
        if (client) hangUp(client)
        client = null
      }
      await sleep(LOOK_MS)
    }
    if (client) hangUp(client)
  }

  async function reign(name: Name, client: pg.Client) {
    let current = reigns.at(-1)
    // A primary that was away for a moment counts as a new one.
    if (current?.name !== name || Date.now() - current.lastSeen > 500) {
      current = { name, promoted: Date.now(), writable: null, lastSeen: Date.now() }
      reigns.push(current)
    }
    current.lastSeen = Date.now()
    if (current.writable !== null) return
    await client.query('create table if not exists watched (at timestamptz)')
    await client.query('insert into watched values (now())')
    current.writable = current.lastSeen = Date.now()
  }

  return {
    primary: (): Name | null => reigns.findLast(({ writable }) => writable !== null)?.name ?? null,
    since: (time: number, { otherThan }: { otherThan: Name | null }) =>
      reigns.find(({ name, promoted, writable }) => promoted > time && writable !== null && name !== otherThan),
    async stop() {
      stopping.abort()
      await Promise.all(watching)
    },
  }
}

/** Of the superuser, past its cable. `patience`: the longest wait for an answer. */
export async function connect(name: Name, patience = PATIENCE_MS): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: portsOf(name).postgres,
    user: 'postgres',
    password: PASSWORDS.superuser,
    database: 'postgres',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A frozen PostgreSQL answers nothing. */
function hangUp(client: pg.Client) {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}
