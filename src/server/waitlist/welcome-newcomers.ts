import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { normalizeReferralCode } from '#shared/referral-code.ts'
import { createPipeline } from '../db/pipeline.ts'
import type { Transaction } from '../db/pool.ts'
import { isStatementError } from '../db/sqlstate.ts'
import { type Commit, together } from '../db/transaction.ts'
import { findSlots, type Slots } from './choices.ts'
import { creditStateOf } from './credit-state.ts'
import { drawDistinct } from './draw-code.ts'
import { toListing } from './listing.ts'
import { insertNewcomers, type Newcomer, type Welcomed } from './newcomers.ts'
import { patienceFor } from './patience.ts'
import type { Joined } from './plan-batch.ts'
import { lockCounter } from './queries.ts'
import { at, type Stage, StageError } from './stage-error.ts'

/**
 * Puts the newcomers among these people on the list, in one round trip. Who they are it asks when it can begin, and from
 * then on it may be called again. Null for whom it leaves as they were: whoever the list knows, and everybody when their
 * statement was refused, which `onFailure` is told. Throws a StageError when there is no getting through.
 */
export type WelcomeNewcomers = (take: () => JoinRequest[]) => Promise<(Joined | null)[]>

type Dependencies = { pool: pg.Pool; draw: () => string; onFailure: (error: StageError) => void }

export function createWelcome({ pool, draw, onFailure }: Dependencies): WelcomeNewcomers {
  const pipeline = createPipeline(pool)
  let slots: Slots | undefined
  let lastPosition: number | undefined
  /** Somebody else gives places too. Then many wait for the counter, and who has it should take everybody along. */
  let isShared = false

  return async (take) => {
    /** The stage that is named when the connection is lost. */
    let between: Stage = 'lookup-failed'
    try {
      const known = (slots ??= await findSlots(pool))
      return await pipeline((tx, commit) => welcome(tx, commit, known))
    } catch (error) {
      const isRefused = error instanceof StageError && isStatementError(error)
      if (!isRefused) throw new StageError(between, { cause: error instanceof StageError ? error.cause : error })
      if (error.stage !== 'insert-failed') throw error
      onFailure(error)
      return []
    }

    async function welcome(tx: Transaction, commit: Commit, slots: Slots) {
      const locked = at('position-failed', lockCounter(tx)).then(() => void (between = 'insert-failed'))
      if (isShared) await locked
      const requests = take()
      const newcomers = toNewcomers(requests, slots, draw)
      const batch = { newcomers: [...newcomers.values()], slots, afterSeconds: patienceFor(newcomers.size) }
      const [, welcomed] = await together([locked, at('insert-failed', insertNewcomers(tx, batch)), commit()])
      noticeOthers(welcomed)
      const places = new Map(welcomed.map((place) => [place.id, place]))
      return requests.map((request) => {
        const place = places.get(newcomers.get(request)?.id ?? '')
        return place ? { position: place.position, referral_code: place.referral_code, is_new: true } : null
      })
    }
  }

  function noticeOthers(welcomed: Welcomed[]) {
    if (welcomed.length === 0) return
    const positions = welcomed.map(({ position }) => position)
    isShared = lastPosition !== undefined && Math.min(...positions) !== lastPosition + 1
    lastPosition = Math.max(...positions)
  }
}

/** One for each email, its first request; those after it join again. */
function toNewcomers(requests: JoinRequest[], slots: Slots, draw: () => string): Map<JoinRequest, Newcomer> {
  const firsts = [...Map.groupBy(requests, ({ email }) => email).values()].map(([first]) => first!)
  const codes = drawDistinct(2 * firsts.length, draw)
  return new Map(
    firsts.map((request, index) => [
      request,
      toNewcomer(request, slots, { code: codes[2 * index]!, spare_code: codes[2 * index + 1]! }),
    ]),
  )
}

function toNewcomer(request: JoinRequest, slots: Slots, codes: Pick<Newcomer, 'code' | 'spare_code'>): Newcomer {
  const { website: _, used_referral_code, ...person } = request
  const listing = toListing({ ...request, is_referred: false, source: request.utm?.source }, slots)
  return {
    ...person,
    ...codes,
    id: randomUUIDv7(),
    used_referral_code,
    normalized_code: used_referral_code ? normalizeReferralCode(used_referral_code) : undefined,
    credit_state: creditStateOf(request),
    search: listing.search,
    business: listing.business,
    industry: listing.industry,
    price: listing.price,
    choices: listing.choices,
    source: listing.source,
    problem_mask: listing.problems,
    goal_mask: listing.goals,
  }
}
