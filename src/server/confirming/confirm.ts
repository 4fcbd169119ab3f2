import type pg from 'pg'
import { toSentAnswers } from '#shared/site/answers.ts'
import type { ToConfirm } from '#shared/joining/place.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { type EraseRequests, forgetStrangers } from '../erasing/erase-requests.ts'
import { AppError } from '../base/errors.ts'
import { drawCode, drawDistinct } from '../joining/codes.ts'
import { joinAgainConfirmed } from '../joining/join-again.ts'
import { insertNewcomers, toNewcomers } from '../joining/newcomers.ts'
import { lockRequests, readRequests, takeRequest } from '../joining/requests.ts'
import { confirmEntries, readClaims } from '../trust/states.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { type HeldRequest, LEAVING } from '../joining/waiting.ts'
import { readAddressKey } from '../people/addresses/erased-addresses.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { findIdsByEmail, readAddress } from '../people/find-person.ts'
import { readPerson } from '../people/read-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'

type Choice = {
  chosen: string | null
  /** Others keep waiting. */
  shown: string[]
  /** Of the inviter whose link they used, if several claim them. */
  inviter: string | null
}

/** Returns the id of the entry; null if the token is no longer valid. Idempotent. */
export type Confirm = (held: TokenContent, choice: Choice) => Promise<string | null>

type Dependencies = { pool: pg.Pool; tokens: Tokens; draw?: (() => string) | undefined }

export function createConfirm({ pool, tokens, draw = drawCode }: Dependencies): Confirm {
  return async (held, choice) => {
    const personId = held.entryId
    // Does not hold up joins for a press that changes nothing.
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
      const joined = entryId ?? personId
      await (entryId === null ? insert(tx, request, personId) : joinAgain(tx, request))
      await prove(tx, joined, choice)
      // Another entry may have the address by now.
      await forgetStrangers(tx, [{ id: personId, person_id: personId, email: request.email }])
      return joined
    })
  }

  async function insert(tx: Transaction, request: HeldRequest, personId: string): Promise<void> {
    // Joining assigns the position, so its time counts.
    const seen = request.seen && { ...request.seen, at: Date.now() }
    const newcomers = toNewcomers([{ ...request, seen }], drawDistinct(2, draw)).map((one) => ({
      ...one,
      id: personId,
    }))
    const inserted = await insertNewcomers(tx, { newcomers, addressKey: await readAddressKey(tx) })
    // Neither of two codes was free: the visitor presses the button again.
    if (inserted.length === 0) throw new AppError('unavailable')
  }

  async function joinAgain(tx: Transaction, request: HeldRequest): Promise<void> {
    if ((await joinAgainConfirmed(tx, request)) === LEAVING) throw new AppError('leaving', { retryAfter: 30 })
  }

  async function prove(tx: Transaction, entryId: string, { inviter }: Choice): Promise<void> {
    await confirmEntries(tx, [entryId], inviter)
    await advanceCounter(tx, { entries: 0, updates: 1 })
  }
}

async function isSettled(db: Queryable, personId: string): Promise<boolean> {
  const person = await readPerson(db, personId)
  return person !== null && person.has_pressed && (await readRequests(db, personId)).length === 0
}

/** Their own entry, or another that has got their address since. */
async function findEntry(tx: Transaction, personId: string): Promise<string | null> {
  if (await readPerson(tx, personId)) return personId
  const email = (await readAddress(tx, personId))!
  return (await findIdsByEmail(tx, [email])).get(email) ?? null
}

async function withOnly(tx: Transaction, personId: string, choice: Choice): Promise<Choice> {
  if (choice.chosen !== null || choice.shown.length > 0) return choice
  const [only, ...others] = await readRequests(tx, personId)
  return { ...choice, chosen: only && others.length === 0 ? only.id : null }
}

type AnswerSet = ToConfirm['sets'][number]

export type ReadSets = (personId: string) => Promise<ToConfirm | null>

export function createReadSets(pool: pg.Pool): ReadSets {
  return async (personId) => {
    if ((await readAddress(pool, personId)) === null) return null
    const requests = await readRequests(pool, personId)
    const sets = requests.map(({ id, created_at, request }) => ({
      id,
      at: created_at.toISOString(),
      full_name: request.full_name,
      answers: toSentAnswers(pickAnswers(request)) as AnswerSet['answers'],
    }))
    const confirmed = sets.length === 0 && ((await readPerson(pool, personId))?.has_pressed ?? false)
    const codes = requests.flatMap(({ request }) => request.used_referral_code ?? [])
    const inviters = await readClaims(pool, personId, codes)
    return { sets, confirmed, ...(inviters.length > 0 && { inviters }) }
  }
}

type Forgetting = { pool: pg.Pool; tokens: Tokens; eraseRequests: EraseRequests }

export type Forget = (held: TokenContent) => Promise<boolean>

export function createForget({ pool, tokens, eraseRequests }: Forgetting): Forget {
  return (held) =>
    inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      if (!(await tokens.hold(tx, held))) return false
      await eraseRequests(tx, await lockRequests(tx, [held.entryId]))
      return true
    })
}
