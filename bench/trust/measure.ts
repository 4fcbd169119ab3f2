import { setTimeout as pause } from 'node:timers/promises'
import { findRunning } from '../../src/server/db/embedded/postgres.ts'
import { createPool } from '../../src/server/db/pool.ts'
import { inTransaction } from '../../src/server/db/transaction.ts'
import { WHY } from '../../src/server/people/why.ts'
import { confirmEntries } from '../../src/server/trust/states.ts'
import { advanceCounter, lockCounter } from '../../src/server/listing/rows/counter.ts'

/** A friend, with why they count or do not, and their marks. */
export type Friend = {
  email: string
  inviter_id: string | null
  state: string
  is_rejected: boolean
  is_by_key: boolean
  marks: string[]
}

const LONGEST_WAIT_MS = 120_000
const PART = 250

/** Opens the database of a running list for measurements. */
export async function openMeasure(dataDir: string) {
  const onError = (error: Error) => console.error(error.message)
  const pool = createPool((await findRunning(dataDir))!, { max: 2, name: 'bench', onError })
  return {
    [Symbol.asyncDispose]: () => pool.end(),
    /** Waits until everybody is judged. Returns the seconds. */
    async settled(): Promise<number> {
      const began = performance.now()
      const isJudged = 'select (select min(position) from judging) >= last_position as is_judged from waitlist_counter'
      while (!(await pool.query(isJudged)).rows[0].is_judged) {
        if (performance.now() - began > LONGEST_WAIT_MS) throw new Error('The joins are not judged.')
        await pause(100)
      }
      return (performance.now() - began) / 1_000
    },
    /** Throws for somebody who is not on the list. */
    async codeOf(email: string): Promise<string> {
      const { rows } = await pool.query<{ code: string }>(
        'select referral_code as code from waitlist_entries where email = $1',
        [email],
      )
      return rows[0]!.code
    },
    /** The people with these emails who are on the list, in the order of joining. */
    async friends(emails: string[]): Promise<Friend[]> {
      const { rows } = await pool.query<Friend>(
        `select email, inviter_id, ${WHY} as state, is_rejected, is_by_key, coalesce(marks, '{}') as marks
         from waitlist_entries f where email = any($1) order by joined_position`,
        [emails],
      )
      return rows
    },
    /** Confirms each of these people, as the button in their mail does. */
    async press(emails: string[]): Promise<void> {
      const { rows } = await pool.query<{ id: string }>('select id from waitlist_entries where email = any($1)', [
        emails,
      ])
      for (let first = 0; first < rows.length; first += PART)
        await inTransaction(pool, async (tx) => {
          await lockCounter(tx)
          const ids = rows.slice(first, first + PART).map(({ id }) => id)
          await confirmEntries(tx, ids)
          await advanceCounter(tx, { entries: 0, updates: ids.length })
        })
    },
  }
}
