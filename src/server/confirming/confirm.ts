import type pg from 'pg'
import type { Queryable } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { applyWaiting, type Chosen } from '../joining/apply-waiting.ts'
import { summarizeWaiting } from '../joining/waiting-answers.ts'
import { confirmEntries } from '../ledger/confirm-entries.ts'
import { toNotifications } from '../ledger/credits.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'
import { type Person, readPerson } from '../people/read-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Confirms a person's address, and those of the waiting answers that they chose. False if the token is not good any more.
 */
export type Confirm = (held: TokenContent, choice: Omit<Chosen, 'email' | 'entryId'>) => Promise<boolean>

type Dependencies = { pool: pg.Pool; enqueue: Enqueue; tokens: Tokens }

/** The returned function is idempotent. */
export function createConfirm({ pool, enqueue, tokens }: Dependencies): Confirm {
  return async (held, choice) => {
    const { entryId } = held
    const found = await readPerson(pool, entryId)
    if (!found) return false
    // The counter's lock holds up joins, so a press that changes nothing does not take it.
    if (await isSettled(pool, found)) return true
    return inTransaction(pool, async (tx) => {
      const counter = await lockAndReadCounter(tx)
      if (!(await tokens.hold(tx, held))) return false
      const person = await readPerson(tx, entryId)
      if (!person) return false
      if (!person.has_pressed) {
        const changes = await confirmEntries(tx, [entryId])
        await advanceCounter(tx, { entries: 0, updates: 1 })
        const credited = toNotifications(changes.map((change) => ({ ...change, state: change.after })))
        await enqueue(tx, 'follow-reviews', [{ entry_ids: person.is_unconfirmed ? [entryId] : [], credited }])
      }
      await applyWaiting(tx, { ...choice, entryId, email: person.email }, { counter, enqueue })
      return true
    })
  }
}

async function isSettled(db: Queryable, { id, has_pressed }: Person): Promise<boolean> {
  return has_pressed && (await summarizeWaiting(db, id)).newest === null
}
