import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { normalizeReferralCode } from '#shared/referral-code.ts'
import type { Transaction } from '../db/pool.ts'
import { type Commit, inTransaction, together } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { drawDistinct } from './draw-code.ts'
import { dropOldest, insertRevisions, insertSubmissions } from './history.ts'
import { changeListings, insertListings } from './listing.ts'
import { patienceFor } from './patience.ts'
import { type BatchPlan, type Joined, planBatch } from './plan-batch.ts'
import * as queries from './queries.ts'
import { addToRollups } from './rollups.ts'
import { at, type Stage, StageError } from './stage-error.ts'
import { toNotifications } from './to-notifications.ts'

type Dependencies = { pool: pg.Pool; enqueue: Enqueue; draw: () => string }

/**
 * Stores a batch of requests in one transaction, as if they had come one after the other. Answers in their order.
 * newcomers.ts has left these requests. `withCredits: false` leaves the credits to a job. Throws a StageError, and
 * nothing is stored.
 */
export async function storeBatch(
  { pool, enqueue, draw }: Dependencies,
  { requests, withCredits }: { requests: JoinRequest[]; withCredits: boolean },
): Promise<Joined[]> {
  // Between the stages only the connection can fail: before the first, or at the commit.
  let between: Stage = 'lookup-failed'
  try {
    return await inTransaction(pool, async (tx, commit) => {
      const plan = await lookUp(tx, requests, draw)
      between = 'insert-failed'
      await write(tx, plan, commit)
      return plan.answers
    })
  } catch (error) {
    throw error instanceof StageError ? error : new StageError(between, { cause: error })
  }

  async function write(tx: Transaction, plan: BatchPlan, commit: Commit) {
    const { entries, changed, revisions, codes, submissions, credits, joined } = plan
    const updates = changed.length + credits.length
    const changedIds = changed.map(({ id }) => id)
    const afterSeconds = patienceFor(requests.length)
    const credited = withCredits ? toNotifications(credits) : []
    await together([
      at('insert-failed', queries.insertEntries(tx, entries)),
      at('not-created', queries.confirmEntries(tx, { behind: plan.behind, count: entries.length })),
      at('insert-failed', queries.advanceCounter(tx, { entries: entries.length, updates })),
      at('insert-failed', insertListings(tx, plan.listings)),
      at('update-failed', changeListings(tx, plan.relisted)),
      at('insert-failed', addToRollups(tx, plan.counted)),
      at('update-failed', queries.changeEntries(tx, changed)),
      at('update-failed', insertRevisions(tx, revisions)),
      at('insert-failed', queries.insertCodes(tx, codes)),
      at('insert-failed', insertSubmissions(tx, submissions)),
      at('update-failed', dropOldest(tx, changedIds)),
      withCredits
        ? at('credit', queries.creditReferrers(tx, credits))
        : at('insert-failed', enqueue(tx, 'credit-referrer', credits)),
      at('insert-failed', enqueue(tx, 'fan-out', joined.length > 0 ? [{ joined, credited }] : [], { afterSeconds })),
      commit(),
    ])
  }
}

/** The counter is locked first: it orders all joins and excludes deadlocks. What follows sees what came before. */
async function lookUp(tx: Transaction, requests: JoinRequest[], draw: () => string): Promise<BatchPlan> {
  const emails = [...new Set(requests.map(({ email }) => email))]
  const submissionIds = requests.flatMap(({ submission_id }) => submission_id ?? [])
  const used = requests.flatMap(({ used_referral_code }) => used_referral_code ?? []).map(normalizeReferralCode)
  const drawn = drawDistinct(requests.length, draw)
  const counter = at('position-failed', queries.lockAndReadCounter(tx))
  const [known, codes, locked] = await together([
    at('lookup-failed', queries.findKnownEntries(tx, { emails, submissionIds })),
    at('lookup-failed', queries.findCodes(tx, [...new Set([...used, ...drawn])])),
    counter,
  ])
  const entryByCode = new Map(codes.filter((code) => !code.is_erased).map(({ code, entry_id }) => [code, entry_id]))
  const freeCodes = await replaceTaken(tx, { drawn, taken: new Set(codes.map(({ code }) => code)), draw })
  return planBatch({ requests, known, entryByCode, counter: locked, freeCodes })
}

/** Codes are only handed out under the counter's lock, so a code that is free now stays free. */
async function replaceTaken(
  tx: Transaction,
  { drawn, taken, draw }: { drawn: string[]; taken: Set<string>; draw: () => string },
): Promise<string[]> {
  const free = drawn.filter((code) => !taken.has(code))
  while (free.length < drawn.length) {
    const code = draw()
    if (free.includes(code) || taken.has(code)) continue
    const [found] = await at('insert-failed', queries.findCodes(tx, [code]))
    if (!found) free.push(code)
  }
  return free
}
