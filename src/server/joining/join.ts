import { AppError } from '../base/errors.ts'
import { ConnectionError, isConflict, isDataError, isStatementError } from '../db/client.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { type AddressKey, readAddressKey } from '../people/addresses/erased-addresses.ts'
import { drawCode, drawDistinct, drawFree } from './codes.ts'
import {
  answer,
  atStage,
  createExpectedWait,
  createQueue,
  type HeldRequest,
  type JoinAnswer,
  KEPT,
  LEAVING,
  MAX_BATCH,
  StageError,
  type StoredOutcome,
  toStageError,
  type Waiting,
} from './waiting.ts'
import { findKnown, planJoiningAgain, writePlan } from './join-again.ts'
import { type InsertedEntry, insertNewcomers, toNewcomers, toOutcome } from './newcomers.ts'
import { keepRequests } from './requests.ts'
import { type Commit, createPipeline, type Pool, together, type Transaction } from '../db/query.ts'

export type JoinWaitlist = {
  /** Throws an AppError that names the stage. Nothing is stored then, except perhaps after `unconfirmed`. */
  join: (request: HeldRequest) => Promise<JoinAnswer>
  /** Throws an AppError if a new request would wait too long. Cheap. */
  admit: () => void
}

export type OnBatch = (batch: { size: number; newcomers: number; seconds: number }) => void

type Dependencies = {
  pool: Pool
  /** `requests`: those that fail; none if they are tried again. */
  onFailure: (error: StageError, requests?: string[]) => void
  onBatch?: OnBatch | undefined
  draw?: (() => string) | undefined
  mustConfirm?: (() => boolean) | undefined
  /** In milliseconds. */
  longestWait?: number | undefined
}

type Batch = {
  people: Waiting[]
  /** Otherwise everybody is treated as new: nearly all are. */
  isLookedUp: boolean
  creditsLater: boolean
  failures: number
  /** Its commit is sent: another transaction may follow on the connection. */
  isSent: boolean
}

const NEW_BATCH = { isLookedUp: false, creditsLater: false, failures: 0, isSent: false }

/** A smaller batch waits for the last one's answer: it would cost more for each request. */
const MIN_FOLLOWING = 32
const LONGEST_WAIT_MS = 5_000
const MOST_FAILURES = 12

/**
 * Requests that arrive while a transaction is under way share the next one. New people take one round trip; people on
 * the list are in the next batch, which looks everybody up first. See docs/decisions/0041-one-joining-rule.md.
 */
export function createJoin({
  pool,
  onFailure,
  onBatch,
  draw = drawCode,
  mustConfirm = () => false,
  longestWait = LONGEST_WAIT_MS,
}: Dependencies): JoinWaitlist {
  const waiting = createQueue(longestWait, refuse)
  const again: Batch[] = []
  const underWay = new Set<Batch>()
  const expectedWait = createExpectedWait(MAX_BATCH)
  const fail = createFail(onFailure)
  const store = createStore({ pool, draw, mustConfirm, take: (most) => waiting.take(most) })

  return {
    admit: () => {
      const wait = expectedWait.of(waiting.length + again.reduce((sum, { people }) => sum + people.length, 0))
      if (wait > longestWait) throw tooBusy(wait)
    },
    join: (request) =>
      new Promise((resolve, reject) => {
        waiting.add({ request, resolve, reject })
        if (isWorthSending()) void work()
      }),
  }

  /** A second batch follows the one under way, so that the database never idles. */
  function isWorthSending(): boolean {
    const [first, second] = underWay
    if (!first) return again.length + waiting.length > 0
    return !second && first.isSent && waiting.length >= Math.max(first.people.length, MIN_FOLLOWING)
  }

  async function work() {
    const batch = again.shift() ?? { ...NEW_BATCH, people: [] }
    underWay.add(batch)
    const end = expectedWait.begin()
    end(await settle(batch))
    underWay.delete(batch)
    if (isWorthSending()) void work()
  }

  async function settle(batch: Batch): Promise<number> {
    const begun = performance.now()
    try {
      const outcomes = await store(batch)
      const { people } = batch
      answer(people, outcomes)
      const others = people.filter((_, index) => !outcomes[index])
      if (others.length > 0) again.push({ ...NEW_BATCH, people: others, isLookedUp: true })
      const size = people.length - others.length
      const newcomers = outcomes.filter((one) => one === KEPT || (one && one !== LEAVING && one.is_inserted)).length
      if (size > 0) onBatch?.({ size, newcomers, seconds: (performance.now() - begun) / 1_000 })
      return size
    } catch (error) {
      // The transaction did not begin: these would have been its batch.
      if (batch.people.length === 0) batch.people.push(...waiting.take(MAX_BATCH))
      const failure = toStageError(error)
      const retries = retriesOf(batch, failure)
      if (retries.length === 0) fail(batch.people, failure)
      else if (!batch.isLookedUp || retries[0]!.creditsLater) onFailure(failure)
      again.unshift(...retries)
      return 0
    }
  }

  function refuse(late: Waiting[]) {
    const isConnected = [...underWay].some(({ people }) => people.length > 0)
    fail(late, new StageError(isConnected ? 'position-failed' : 'lookup-failed', { cause: tooBusy(longestWait) }))
  }
}

function createFail(onFailure: Dependencies['onFailure']) {
  return (people: Waiting[], failure: StageError) => {
    onFailure(
      failure,
      people.flatMap(({ request }) => request.request_id ?? []),
    )
    // After a lost connection, the commit may have succeeded.
    const isUnknown = failure.stage === 'insert-failed' && failure.cause instanceof ConnectionError
    const error = new AppError(isUnknown ? 'unconfirmed' : failure.stage, { cause: failure, isLogged: true })
    for (const { reject } of people) reject(error)
  }
}

/** Halves a batch until the request that PostgreSQL refuses is alone. */
function retriesOf(batch: Batch, failure: StageError): Batch[] {
  const { people, isLookedUp, creditsLater, failures } = batch
  if (!isStatementError(failure) || failures > MOST_FAILURES) return []
  const retry = (people: Waiting[], later = creditsLater): Batch[] =>
    people.length === 0
      ? []
      : [{ people, isLookedUp: true, creditsLater: later, failures: failures + 1, isSent: false }]
  if (isConflict(failure)) return retry(people)
  const half = people.length >> 1
  if (isDataError(failure) && half > 0) return [...retry(people.slice(0, half)), ...retry(people.slice(half))]
  if (failure.stage !== 'insert-failed') return []
  if (!isLookedUp) return retry(people)
  const hasCode = people.some(({ request }) => request.used_referral_code)
  return hasCode && !creditsLater ? retry(people, true) : []
}

type Storing = Required<Pick<Dependencies, 'pool' | 'draw'>> & {
  mustConfirm: () => boolean
  take: (most: number) => Waiting[]
}

/** No outcome: on the list, or the codes were taken. */
type Store = (batch: Batch) => Promise<(StoredOutcome | undefined)[]>

function createStore({ pool, draw, mustConfirm, take }: Storing): Store {
  const pipeline = createPipeline(pool)
  let key: AddressKey | undefined
  let lastPosition: number | undefined
  /** Another server takes positions too, so a batch may wait for the counter. */
  let isShared = false

  return async (batch) => {
    const addressKey = (key ??= await readAddressKey(pool))
    return pipeline(async (tx, commit) => {
      const send = () => {
        batch.isSent = true
        return atStage('insert-failed', commit())
      }
      const locked = atStage('position-failed', lockCounter(tx))
      // More requests arrive during the wait.
      if (isShared) await locked
      if (batch.failures === 0) batch.people.push(...take(MAX_BATCH - batch.people.length))
      const requests = batch.people.map(({ request }) => request)
      if (requests.length === 0) return []
      if (mustConfirm()) {
        await together([locked, atStage('insert-failed', keepRequests(tx, requests)), send()])
        return requests.map(() => KEPT)
      }
      if (batch.isLookedUp) return storeLookedUp(tx, requests, { ...batch, addressKey, locked, send })
      const newcomers = toNewcomers(requests, drawDistinct(2 * requests.length, draw))
      const [, entries] = await together([locked, insertNewcomers(tx, { newcomers, addressKey }), send()])
      return outcomesOf(requests, entries)
    })
  }

  type Sending = { addressKey: AddressKey; creditsLater: boolean; locked: Promise<void>; send: Commit }

  async function storeLookedUp(
    tx: Transaction,
    requests: HeldRequest[],
    { addressKey, creditsLater, locked, send }: Sending,
  ) {
    const [, codes, known] = await together([
      locked,
      // Codes are only given out under the counter's lock.
      atStage('lookup-failed', drawFree(tx, requests.length, draw)),
      atStage('lookup-failed', findKnown(tx, requests)),
    ])
    const onList = new Set(known.map(({ asked }) => asked))
    const coded = requests.map((request, index) => ({ request, code: codes[index]! }))
    const fresh = coded.filter(({ request }) => !onList.has(request.email))
    const rejoining = coded.filter(({ request }) => onList.has(request.email))
    const plan = await planJoiningAgain(tx, { coded: rejoining, known })
    const newcomers = toNewcomers(
      fresh.map(({ request }) => request),
      fresh.map(({ code }) => code),
    )
    const inserting = insertNewcomers(tx, { newcomers, addressKey, creditsLater })
    const [entries] = await together([inserting, ...writePlan(tx, plan, 'rejoined'), send()] as const)
    const inserted = outcomesOf(requests, entries)
    return requests.map((request, index) =>
      onList.has(request.email) ? (plan.answers.get(request) ?? LEAVING) : inserted[index],
    )
  }

  function outcomesOf(requests: HeldRequest[], entries: InsertedEntry[]): (StoredOutcome | undefined)[] {
    noticeOtherServers(entries)
    const byEmail = new Map(entries.map((entry) => [entry.email, entry]))
    return requests.map(({ email }) => {
      const entry = byEmail.get(email)
      // Of several requests with one email, the first one creates the entry.
      byEmail.delete(email)
      return entry && toOutcome(entry)
    })
  }

  function noticeOtherServers(entries: InsertedEntry[]) {
    if (entries.length === 0) return
    const positions = entries.map(({ joined_position }) => joined_position)
    isShared = lastPosition !== undefined && Math.min(...positions) !== lastPosition + 1
    lastPosition = Math.max(...positions)
  }
}

function tooBusy(wait: number): AppError {
  return new AppError('position-failed', { retryAfter: Math.ceil(wait / 1_000), isLogged: true })
}
