import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findRunning } from '../../src/server/db/embedded-postgres.ts'

/** The number of friends of one code in each state, and the position of its owner. */
export type Measured = {
  counted: number
  held: number
  rejected: number
  position: number
}

const LONGEST_WAIT_MS = 60_000

/** Asks the database of a running list. */
export async function openMeasure(dataDir: string) {
  const client = new pg.Client((await findRunning(dataDir))!)
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  return {
    [Symbol.asyncDispose]: () => client.end(),
    /** Waits until everybody is judged, at most a minute. Returns the seconds. */
    async settled(): Promise<number> {
      const began = performance.now()
      const isJudged = 'select (select min(position) from judging) >= last_position as is_judged from waitlist_counter'
      while (performance.now() - began < LONGEST_WAIT_MS) {
        if ((await client.query(isJudged)).rows[0].is_judged) break
        await pause(100)
      }
      return (performance.now() - began) / 1_000
    },
    async position(code: string): Promise<number> {
      const { rows } = await client.query('select position from waitlist_entries where referral_code = $1', [code])
      return rows[0].position
    },
    async codeAt(position: number): Promise<string> {
      const { rows } = await client.query('select referral_code from waitlist_entries where joined_position = $1', [
        position,
      ])
      return rows[0].referral_code
    },
    /** Of these people, how many credits are in each state. */
    async credits(emails: string[]): Promise<Omit<Measured, 'position'>> {
      const { rows } = await client.query(
        `select count(*) filter (where c.state = 'counted')::int as counted,
           count(*) filter (where c.state = 'held')::int as held, count(*) filter (where c.state = 'rejected')::int as rejected
         from credits c join waitlist_entries on id = friend_id where email = any($1)`,
        [emails],
      )
      return rows[0]
    },
    /** The number of these people with each signal. */
    async signals(emails: string[]): Promise<Record<string, number>> {
      const { rows } = await client.query(
        `select signal, count(*)::int as count from (
           select distinct on (entry_id, signal) entry_id, signal, points from entry_signals
           order by entry_id, signal, at desc) as s
         join waitlist_entries e on e.id = entry_id where points <> 0 and email = any($1) group by signal order by 2 desc`,
        [emails],
      )
      return Object.fromEntries(rows.map(({ signal, count }) => [signal, count]))
    },
  }
}
