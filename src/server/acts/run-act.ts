import { setTimeout as sleep } from 'node:timers/promises'
import type { SkipReason } from '#shared/list/act-words.ts'
import { reasonOf } from '../db/client.ts'
import { countUpdates, lockAndReadCounter } from '../listing/rows/counter.ts'
import type { OwnWork } from '../outbox/channel.ts'
import type { Pace, Plan, PlannedChange } from './store/kind.ts'
import type { ActKinds } from './kinds.ts'
import { REVIEW } from './kinds/review.ts'
import * as entryQueries from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'
import { inTransaction, type Pool, type Transaction } from '../db/query.ts'

const LOOK_AGAIN_MS = 1_000

/** In short transactions, so that people can join in between. After an interruption it resumes with the entries that still wait. */
export function createRunAct({ pool, kinds }: { pool: Pool; kinds: ActKinds }): OwnWork {
  return async ({ subject: actId }, signal) => {
    let before = null as Part | null
    for (;;) {
      signal.throwIfAborted()
      const after: string | null = before?.reached ?? null
      const part: Part = await inTransaction(pool, (tx) => runPart(tx, kinds, { actId, after })).catch(
        async (error) => {
          // Stores only the reason of a PostgreSQL error: its details quote the row, which is personal data.
          await queries.recordProblem(pool, { id: actId, problem: reasonOf(error) })
          throw error
        },
      )
      if (part.isOver) return
      const tookMs = performance.now() - part.lockedAt
      const areJoining = before !== null && part.joined.before > before.joined.after
      if (part.reached === null) await sleep(LOOK_AGAIN_MS, undefined, { signal })
      else if (areJoining) await sleep(Math.max(part.pace.rest * tookMs, part.pace.leastRestMs), undefined, { signal })
      before = part
    }
  }
}

/** Small enough that joins hardly notice the wait. */
export const PART_SIZE = 250

/** A part also uses processor time that joins need, so an act rests after it. Ten thousand entries take about 22 seconds. */
const USUAL_PACE: Pace = { part: PART_SIZE, rest: 12, leastRestMs: 500 }

type Part = {
  isOver: boolean
  /** Null if the next part begins at the first entry again. */
  reached: string | null
  /** The list's last position. The part itself may add people. */
  joined: { before: number; after: number }
  /** When joins began to wait for this part, as `performance.now()`. */
  lockedAt: number
  pace: Pace
}

/** Joins wait until the transaction ends. Idempotent: finished entries no longer have the state `waiting`. */
export async function runPart(
  tx: Transaction,
  kinds: ActKinds,
  { actId, after }: { actId: string; after: string | null },
): Promise<Part> {
  await entryQueries.lookUpByKey(tx)
  const { last_position: before, updates } = await lockAndReadCounter(tx)
  const lockedAt = performance.now()
  const act = await queries.readAct(tx, actId)
  const pace = (act && act.undoes === null && kinds[act.kind].pace) || USUAL_PACE
  const locked = { joined: { before, after: before }, lockedAt, pace }
  if (!act || act.state === 'done' || act.state === 'stopped') return { isOver: true, reached: null, ...locked }
  if (act.state === 'stopping') {
    await end(tx, kinds, { act, state: 'stopped' })
    return { isOver: true, reached: null, ...locked }
  }
  const ids = await entryQueries.readWaiting(tx, { actId, after, limit: pace.part })
  if (ids.length > 0) {
    await carryOut(tx, kinds, { act, ids, applied: updates + 1 })
    locked.joined.after = (await lockAndReadCounter(tx)).last_position
  }
  const isLast =
    ids.length < pace.part && (await entryQueries.readWaiting(tx, { actId, after: null, limit: 1 })).length === 0
  if (!isLast) return { isOver: false, reached: ids.at(-1) ?? null, ...locked }
  await end(tx, kinds, { act, state: 'done' })
  return { isOver: true, reached: null, ...locked }
}

type Chunk = { act: queries.StoredAct; ids: string[]; applied: number }

async function carryOut(tx: Transaction, kinds: ActKinds, { act, ids, applied }: Chunk): Promise<void> {
  const plans = await planFor(tx, kinds, { act, ids })
  const changes = plans.filter((plan): plan is PlannedChange => plan.state === 'changed')
  const left = new Set(changes.length > 0 ? await kinds[act.kind].apply(tx, changes, act) : [])
  const planned = new Set(plans.map(({ entry_id }) => entry_id))
  const erased = ids.filter((id) => !planned.has(id))
  await entryQueries.recordOutcomes(tx, {
    actId: act.id,
    outcomes: [
      ...plans.filter(({ entry_id }) => !left.has(entry_id)).map(toOutcome),
      ...erased.map((entry_id) => ({ entry_id, state: 'skipped', reason: 'erased' })),
    ],
    applied,
  })
  if (act.undoes !== null) {
    const ids = changes.map(({ entry_id }) => entry_id).filter((id) => !left.has(id))
    await queries.markTakenBack(tx, { undone: act.undoes, ids })
  }
  await countUpdates(tx, changes.length - left.size)
}

async function planFor(
  tx: Transaction,
  kinds: ActKinds,
  { act: { undoes, ...act }, ids }: Pick<Chunk, 'act' | 'ids'>,
): Promise<Plan[]> {
  const kind = kinds[act.kind]
  if (undoes === null) {
    const plans = await kind.plan(tx, ids, act)
    // If two owners decide about one group at once, the first decision counts.
    if (!act.is_about_group || act.facet !== REVIEW) return plans
    const undecided = await entryQueries.keepUndecided(tx, ids)
    return plans.map((plan) => (undecided.has(plan.entry_id) ? plan : skip(plan, 'decided')))
  }
  const done = await entryQueries.readDone(tx, { actId: undoes, ids })
  const plans = await kind.planUndo!(tx, done, act)
  const changedSince = new Set(done.filter((one) => one.is_changed_since).map(({ entry_id }) => entry_id))
  return plans.map((plan) => (changedSince.has(plan.entry_id) ? skip(plan, 'changed-since') : plan))
}

type Ending = { act: queries.StoredAct; state: 'done' | 'stopped' }

async function end(tx: Transaction, kinds: ActKinds, { act, state }: Ending): Promise<void> {
  const { settle, finish } = kinds[act.kind]
  await queries.finishAct(tx, { id: act.id, state })
  if (act.undoes === null) await finish?.(tx, act)
  if (settle) await settle(tx, act, act.undoes)
}

function toOutcome(plan: Plan): entryQueries.Outcome {
  return plan.state === 'changed' ? { ...plan, reason: plan.note } : plan
}

function skip({ entry_id }: Plan, reason: SkipReason): Plan {
  return { entry_id, state: 'skipped', reason }
}
