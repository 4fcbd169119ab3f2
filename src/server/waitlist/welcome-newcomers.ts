import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { normalizeReferralCode } from '#shared/referral-code.ts'
import { createLine } from '../db/line.ts'
import type { Transaction } from '../db/pool.ts'
import { isStatementError } from '../db/sqlstate.ts'
import { type Commit, together } from '../db/transaction.ts'
import type { Slots } from './choices.ts'
import { drawDistinct } from './draw-code.ts'
import { toListing } from './listing.ts'
import { insertNewcomers, type Newcomer, type Welcomed } from './newcomers.ts'
import { patienceFor } from './patience.ts'
import type { Joined } from './plan-batch.ts'
import { findSlots, holdCounter } from './queries.ts'
import { at, type Stage, StageError } from './stage-error.ts'

/**
 * Puts the newcomers among these people on the list, in one round trip. Who they are it asks when it can begin, and from
 * then on it may be called again. Null for whom it leaves as they were: whoever the list knows, and everybody when their
 * statement was refused, which `onFailure` is told. Throws a StageError when there is no getting through.
 */
export type WelcomeNewcomers = (take: () => JoinRequest[]) => Promise<(Joined | null)[]>

type Dependencies = { pool: pg.Pool; draw: () => string; onFailure: (error: StageError) => void }

export function createWelcome({ pool, draw, onFailure }: Dependencies): WelcomeNewcomers {
  const line = createLine(pool)
  let slots: Slots | undefined
  let lastPosition: number | undefined
  /** Somebody else gives places too. Then many wait for the counter, and who has it should take everybody along. */
  let isShared = false

  return async (take) => {
    // Where it was when the connection was lost.
    let between: Stage = 'lookup-failed'
    try {
      slots ??= await findSlots(pool)
      return await line((tx, commit) => welcome(tx, commit, slots!))
    } catch (error) {
      if (!(error instanceof StageError && isStatementError(error))) throw new StageError(between, { cause: error })
      if (error.stage !== 'insert-failed') throw error
      onFailure(error)
      return []
    }

    async function welcome(tx: Transaction, commit: Commit, slots: Slots) {
      const held = at('position-failed', holdCounter(tx)).then(() => void (between = 'insert-failed'))
      if (isShared) await held
      const requests = take()
      const newcomers = toNewcomers(requests, slots, draw)
      const batch = { newcomers: [...newcomers.values()], slots, afterSeconds: patienceFor(newcomers.size) }
      const [, welcomed] = await together([held, at('insert-failed', insertNewcomers(tx, batch)), commit()])
      note(welcomed)
      const places = new Map(welcomed.map((place) => [place.id, place]))
      return requests.map((request) => {
        const place = places.get(newcomers.get(request)?.id ?? '')
        return place ? { position: place.position, referral_code: place.referral_code, is_new: true } : null
      })
    }
  }

  function note(welcomed: Welcomed[]) {
    if (welcomed.length === 0) return
    const positions = welcomed.map(({ position }) => position)
    isShared = lastPosition !== undefined && Math.min(...positions) !== lastPosition + 1
    lastPosition = Math.max(...positions)
  }
}

/** Of several requests with one email, the first may be a newcomer's. */
function toNewcomers(requests: JoinRequest[], slots: Slots, draw: () => string): Map<JoinRequest, Newcomer> {
  const byEmail = new Map(requests.toReversed().map((request) => [request.email, request]))
  const codes = drawDistinct(2 * requests.length, draw)
  return new Map(
    requests.flatMap((request, index) =>
      byEmail.get(request.email) === request
        ? [[request, toNewcomer(request, slots, { code: codes[2 * index]!, spare_code: codes[2 * index + 1]! })]]
        : [],
    ),
  )
}

function toNewcomer(request: JoinRequest, slots: Slots, codes: Pick<Newcomer, 'code' | 'spare_code'>): Newcomer {
  const { website, used_referral_code, ...person } = request
  const listing = toListing({ ...request, is_referred: false, source: request.utm?.source }, slots)
  return {
    ...person,
    ...codes,
    id: randomUUIDv7(),
    used_referral_code,
    used: used_referral_code ? normalizeReferralCode(used_referral_code) : undefined,
    // No page of ours sends that field: nobody moves up until the owner has looked.
    credit_state: website ? 'held' : 'counted',
    search: listing.search,
    business: listing.business,
    industry: listing.industry,
    price: listing.price,
    source: listing.source,
    problem_mask: listing.problems,
    goal_mask: listing.goals,
  }
}
