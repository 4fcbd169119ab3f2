import type pg from 'pg'
import type { Queryable, Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetStrangers } from '../erasing/erase-requests.ts'
import { AppError } from '../base/errors.ts'
import { joinConfirmed } from '../joining/join-confirmed.ts'
import { readRequests, takeRequest } from '../joining/requests.ts'
import { confirmEntries } from '../trust/states.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { findIdsByEmail, readAddress } from '../people/find-person.ts'
import { readPerson } from '../people/read-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'

/** The choice of a person among the sets of answers that the page showed. */
type Choice = {
  /** The set that the person chose; null if none of the waiting sets is theirs. */
  chosen: string | null
  /** The sets that the page showed. Sets that arrived since keep waiting. */
  shown: string[]
  /** The code of the inviter whose link they used, if several claim them. */
  inviter: string | null
}

/**
 * Puts a person on the list with the answers that they chose. If they are on it already, they join again. Returns the
 * id of their entry; null if the token is no longer valid. Throws an AppError if the person is not on the list and the
 * chosen answers no longer wait.
 */
export type Confirm = (held: TokenContent, choice: Choice) => Promise<string | null>

type Dependencies = { pool: pg.Pool; tokens: Tokens; draw?: (() => string) | undefined }

/** The returned function is idempotent. */
export function createConfirm({ pool, tokens, draw }: Dependencies): Confirm {
  return async (held, choice) => {
    const personId = held.entryId
    // The counter's lock holds up joins, so a confirmation that changes nothing does not take it.
    if (await isSettled(pool, personId)) return personId
    return inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      if (!(await tokens.hold(tx, held))) return null
      const entryId = await findEntry(tx, personId)
      const request = await takeRequest(tx, { personId, ...(await withOnly(tx, personId, choice)) })
      if (!request) {
        if (entryId === null) throw new AppError('not-waiting')
        await prove(tx, entryId, choice)
        return entryId
      }
      const joined = await joinConfirmed(tx, request, { entryId, personId, draw })
      await prove(tx, joined, choice)
      // If another entry has got this address meanwhile, nothing uses the id of the request any more.
      await forgetStrangers(tx, [{ id: personId, person_id: personId, email: request.email }])
      return joined
    })
  }

  /** Records that this person has pressed a button in a mail. */
  async function prove(tx: Transaction, entryId: string, { inviter }: Choice): Promise<void> {
    await confirmEntries(tx, [entryId], inviter)
    await advanceCounter(tx, { entries: 0, updates: 1 })
  }
}

async function isSettled(db: Queryable, personId: string): Promise<boolean> {
  const person = await readPerson(db, personId)
  return person !== null && person.has_pressed && (await readRequests(db, personId)).length === 0
}

/** The entry of this person: their own, or another that has got their address since. Null if there is none. */
async function findEntry(tx: Transaction, personId: string): Promise<string | null> {
  if (await readPerson(tx, personId)) return personId
  const email = (await readAddress(tx, personId))!
  return (await findIdsByEmail(tx, [email])).get(email) ?? null
}

/** A confirmation that names no set chooses the waiting set if exactly one waits. */
async function withOnly(tx: Transaction, personId: string, choice: Choice): Promise<Choice> {
  if (choice.chosen !== null || choice.shown.length > 0) return choice
  const [only, ...others] = await readRequests(tx, personId)
  return { ...choice, chosen: only && others.length === 0 ? only.id : null }
}
