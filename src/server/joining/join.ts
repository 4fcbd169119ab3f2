import type pg from 'pg'
import { ConnectionError } from '../db/client.ts'
import { createPipeline } from '../db/pipeline.ts'
import type { Transaction } from '../db/pool.ts'
import { isStatementError } from '../db/sqlstate.ts'
import { together } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { drawCode } from './stored/draw-code.ts'
import { type AddressKey, readAddressKey } from '../people/addresses/erased-addresses.ts'
import { createExpectedWait } from './expected-wait.ts'
import { type InsertedEntry, insertNewcomers } from './insert-newcomers.ts'
import { createJoinCarefully } from './join-carefully.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { createQueue } from './queue.ts'
import { keepRequests } from './requests.ts'
import { atStage, StageError, toStageError } from './stage-error.ts'
import { toNewcomers } from './to-newcomers.ts'
import { answer, type HeldRequest, type JoinAnswer, KEPT, MAX_BATCH, toOutcome, type Waiting } from './waiting.ts'

export type JoinWaitlist = {
  /**
   * Puts one person on the list. If it fails, it throws an AppError that names the failed stage. Nothing is stored
   * then, except perhaps after `unconfirmed`.
   */
  join: (request: HeldRequest) => Promise<JoinAnswer>
  /** Throws an AppError if a new request would wait too long. This is cheap, so call it first. */
  admit: () => void
}

/** A batch that was stored: the requests in it, the new people among them, and the time that it took. */
export type OnBatch = (batch: { size: number; newcomers: number; seconds: number }) => void

type Dependencies = {
  pool: pg.Pool
  /** `requests`: the ids of the requests that fail because of the error; none if they are tried again. */
  onFailure: (error: StageError, requests?: string[]) => void
  onBatch?: OnBatch | undefined
  draw?: (() => string) | undefined
  /** Whether each request waits until its address is confirmed; no if not given. */
  mustConfirm?: (() => boolean) | undefined
  /** The longest wait in milliseconds. Requests that would wait, or have waited, longer are refused. */
  longestWait?: number | undefined
}

/**
 * A second batch is sent before the first is answered only if it has at least this size: small batches cost more per
 * request.
 */
const MIN_FOLLOWING = 32
const LONGEST_WAIT_MS = 5_000

/**
 * Requests that arrive while a transaction is under way share the next one, so a crowd costs hardly more than one
 * visitor, and throughput grows with the load. A batch treats every request as a newcomer's, because nearly all are.
 * `join-carefully.ts` handles the other requests, and batches that PostgreSQL refused. Requests that would wait too
 * long are refused at once. Admitted requests that still wait too long are refused before they are stored. See
 * docs/decisions/0041-one-joining-rule.md.
 */
export function createJoin({
  pool,
  onFailure,
  onBatch,
  draw = drawCode,
  mustConfirm: asksToConfirm = () => false,
  longestWait = LONGEST_WAIT_MS,
}: Dependencies): JoinWaitlist {
  const waiting = createQueue(longestWait, refuse)
  /** The batches in the order in which they were sent. A batch is empty until its transaction has begun. */
  const underWay = new Set<Waiting[]>()
  const expectedWait = createExpectedWait(MAX_BATCH)
  const fail = createFail(onFailure)
  const readKey = createReadKey(pool)
  const carefully = createJoinCarefully({ pool, draw, onFailure, fail, readKey, asksToConfirm })
  const store = createStore({ pool, draw, readKey, asksToConfirm, take: () => waiting.take() })

  return {
    admit: () => {
      const wait = Math.max(expectedWait.of(waiting.length), carefully.expectedWait())
      if (wait > longestWait) throw tooBusy(wait)
    },
    join: (request) =>
      new Promise((resolve, reject) => {
        waiting.add({ request, resolve, reject })
        if (isWorthSending()) void work()
      }),
  }

  /**
   * A second batch is sent while the first is under way, if it is at least as large, so that the database never idles.
   */
  function isWorthSending(): boolean {
    const [first, second] = underWay
    if (!first) return waiting.length > 0
    return !second && first.length > 0 && waiting.length >= Math.max(first.length, MIN_FOLLOWING)
  }

  async function work() {
    const batch: Waiting[] = []
    underWay.add(batch)
    const end = expectedWait.begin()
    end(await settle(batch))
    underWay.delete(batch)
    if (isWorthSending()) void work()
  }

  /** Answers a batch's newcomers and passes the other requests on. Returns the number of newcomers. */
  async function settle(batch: Waiting[]): Promise<number> {
    const begun = performance.now()
    try {
      const joined = await store(batch)
      answer(batch, joined)
      const others = batch.filter((_, index) => !joined[index])
      carefully.join(others)
      const newcomers = batch.length - others.length
      const seconds = (performance.now() - begun) / 1_000
      if (batch.length > 0) onBatch?.({ size: batch.length, newcomers, seconds })
      return newcomers
    } catch (error) {
      // The transaction did not begin: take the requests that would have been its batch.
      if (batch.length === 0) batch.push(...waiting.take())
      const failure = toStageError(error)
      if (failure.stage === 'insert-failed' && isStatementError(failure)) {
        onFailure(failure)
        carefully.join(batch)
      } else fail(batch, failure)
      return 0
    }
  }

  function refuse(late: Waiting[]) {
    // A batch is empty until it has a connection.
    const isConnected = [...underWay].some((batch) => batch.length > 0)
    fail(late, new StageError(isConnected ? 'position-failed' : 'lookup-failed', { cause: tooBusy(longestWait) }))
  }
}

type Storing = {
  pool: pg.Pool
  draw: () => string
  readKey: () => Promise<AddressKey>
  asksToConfirm: () => boolean
  take: () => Waiting[]
}

/**
 * Fills a batch and stores it in one round trip: keeps its requests, or inserts its newcomers. Returns null for
 * requests that were not stored. Throws a StageError.
 */
function createStore({ pool, draw, readKey, asksToConfirm, take }: Storing) {
  const pipeline = createPipeline(pool)
  let lastPosition: number | undefined
  /** Whether another server takes positions too, so that a batch may wait for the counter. */
  let isShared = false

  return async function store(batch: Waiting[]): Promise<(JoinAnswer | null)[]> {
    const addressKey = await readKey()
    const inserted = await pipeline(async (tx, commit) => {
      const locked = atStage('position-failed', lockCounter(tx))
      // More requests arrive during the wait for the counter: take them along.
      if (isShared) await locked
      batch.push(...take())
      if (batch.length === 0) return []
      const requests = batch.map(({ request }) => request)
      if (asksToConfirm()) {
        await together([
          locked,
          atStage('insert-failed', keepRequests(tx, requests)),
          atStage('insert-failed', commit()),
        ])
        return null
      }
      const [, entries] = await together([
        locked,
        atStage('insert-failed', insert(tx, requests, addressKey)),
        atStage('insert-failed', commit()),
      ])
      return entries
    })
    if (!inserted) return batch.map(() => KEPT)
    noticeOtherServers(inserted)
    const byEmail = new Map(inserted.map((entry) => [entry.email, entry]))
    return batch.map(({ request: { email } }) => {
      const entry = byEmail.get(email)
      // Of several requests with one email, the first one creates the entry.
      byEmail.delete(email)
      return entry ? toOutcome(entry) : null
    })
  }

  function insert(tx: Transaction, requests: HeldRequest[], addressKey: AddressKey) {
    const newcomers = toNewcomers(requests, draw)
    return insertNewcomers(tx, { newcomers, addressKey })
  }

  function noticeOtherServers(inserted: InsertedEntry[]) {
    if (inserted.length === 0) return
    const positions = inserted.map(({ position }) => position)
    isShared = lastPosition !== undefined && Math.min(...positions) !== lastPosition + 1
    lastPosition = Math.max(...positions)
  }
}

/** Refuses the requests of a batch that was not stored. */
function createFail(onFailure: Dependencies['onFailure']) {
  return (batch: Waiting[], failure: StageError) => {
    onFailure(
      failure,
      batch.flatMap(({ request }) => request.request_id ?? []),
    )
    for (const { reject } of batch) reject(toAppError(failure))
  }
}

/** Reads the key of erased addresses once. */
function createReadKey(pool: pg.Pool): () => Promise<AddressKey> {
  let key: AddressKey | undefined
  return async () => (key ??= await readAddressKey(pool))
}

function tooBusy(wait: number): AppError {
  return new AppError('position-failed', { retryAfter: Math.ceil(wait / 1_000), isLogged: true })
}

/** After a lost connection, the server does not know whether the commit succeeded. */
function toAppError(failure: StageError): AppError {
  const isUnknown = failure.stage === 'insert-failed' && failure.cause instanceof ConnectionError
  return new AppError(isUnknown ? 'unconfirmed' : failure.stage, { cause: failure, isLogged: true })
}
