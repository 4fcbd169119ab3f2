import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '#shared/owner/integrations.ts'
import { type LogFailure, startRepeating } from '../base/start-repeating.ts'
import { isUnavailable } from '../db/client.ts'
import { DeliveryError } from './integrations/delivery-error.ts'
import { type Delivered, type Delivery, type Row, type TakeTurn, TooEarly } from './channel.ts'
import { fail, finish, MOST_ATTEMPTS, putBack, RENEW_MS, renewClaim } from './rows.ts'
import { countFailure, pauseService, recordWorking, takeSlot } from './service-queries.ts'
import type { Pool } from '../db/query.ts'

/** In milliseconds, across all servers. The services' own limits are a little higher. */
export type Paces = Partial<Record<Service, number>>
export const PACES: Required<Paces> = { mail: 50, notion: 400, beehiiv: 350, mailchimp: 150, kit: 520, klaviyo: 100 }

const UNTIL_PUT_RIGHT = 10 * 60
const STORE_AGAIN_MS = 250

/** `early`: only this delivery waits. `needsOwner`: what the owner has to do. */
export type Attempt =
  | { state: Delivered['state'] }
  | { state: 'paused'; needsOwner: string | null }
  | { state: 'early' }
  | { state: 'failed'; reason: string; again: boolean }

export type Attempting = {
  pool: Pool
  paces: Paces
  logFailure: LogFailure
  isInForce: () => boolean
}

export async function attempt(
  attempting: Attempting,
  { service, readiness, deliver }: Delivery,
  row: Row,
): Promise<Attempt> {
  const { pool, paces, logFailure } = attempting
  const renewing = keepClaim({ pool, logFailure }, row)
  const takeTurn = createTurns(pool, { service, paceMs: paces[service] ?? 0 })
  try {
    const ready = await readiness?.(row)
    if (ready instanceof Date) throw new TooEarly(ready)
    if (ready !== 'done') await takeTurn()
    const delivered: Delivered = ready === 'done' ? { state: 'unchanged' } : await deliver(row, takeTurn)
    await onceAvailable(pool, async () => {
      if (delivered.state === 'done') await recordWorking(pool, { service, problem: delivered.problem })
      await finish(pool, row, delivered)
    })
    return { state: delivered.state }
  } catch (error) {
    return await settleFailure(attempting, { service, row, error })
  } finally {
    void renewing.stop()
  }
}

export function keepClaim({ pool, logFailure }: Pick<Attempting, 'pool' | 'logFailure'>, row: Row) {
  const step = () => renewClaim(pool, row)
  return startRepeating({ step, restMs: RENEW_MS, failure: 'a claim could not be renewed', logFailure })
}

/** What has gone out would go out again if the database was away when that had to be stored. */
async function onceAvailable(pool: Pool, store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store()
    } catch (error) {
      if (!isUnavailable(error) || pool.ending) throw error
    }
    await sleep(STORE_AGAIN_MS)
  }
}

class Paused extends Error {
  readonly needsOwner: string | null

  constructor(needsOwner: string | null) {
    super('The service is paused')
    this.needsOwner = needsOwner
  }
}

function createTurns(pool: Pool, pace: { service: Service; paceMs: number }): TakeTurn {
  let calls = 0
  return async () => {
    calls += 1
    if (calls === 2) return
    const slot = await takeSlot(pool, pace)
    if (slot.state === 'paused') throw new Paused(slot.needsOwner)
    await sleep(slot.waitMs)
  }
}

type Failed = { service: Service; row: Row; error: unknown }

/** Ends the claim in its last write: from then on the person can be erased. */
async function settleFailure({ pool, isInForce }: Attempting, { service, row, error }: Failed): Promise<Attempt> {
  if (error instanceof TooEarly) {
    await putBack(pool, row, { until: error.until })
    return { state: 'early' }
  }
  if (error instanceof Paused) {
    await putBack(pool, row, { reason: error.needsOwner })
    return { state: 'paused', needsOwner: error.needsOwner }
  }
  const { kind, message, retryAfter, isUntestable } = toDeliveryError(error)
  if (kind === 'unavailable' || kind === 'misconfigured') {
    const isMisconfigured = kind === 'misconfigured'
    const seconds = retryAfter ?? (isMisconfigured ? UNTIL_PUT_RIGHT : undefined)
    // The failure says nothing about settings that were saved meanwhile.
    if (isInForce()) await pauseService(pool, { service, problem: message, seconds, isMisconfigured })
    await putBack(pool, row, { reason: isInForce() ? message : null })
    return isInForce() ? { state: 'paused', needsOwner: isMisconfigured ? message : null } : { state: 'early' }
  }
  const again = kind !== 'refused' && kind !== 'bounced' && row.attempts + 1 < MOST_ATTEMPTS
  if (kind === 'failed') await countFailure(pool, { service, problem: message, isUntestable })
  await fail(pool, row, { reason: message, again })
  return { state: 'failed', reason: message, again }
}

function toDeliveryError(error: unknown): DeliveryError {
  return error instanceof DeliveryError ? error : new DeliveryError('failed', describe(error), { cause: error })
}

/** The details of a PostgreSQL error quote the row. */
export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
