import type pg from 'pg'
import type { Channel, Service } from '#shared/owner/integrations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { type Claim, type Delivered, type Delivery, type TakeTurn, TooEarly } from './delivery.ts'
import { type Jobs, type Target, targetOf } from '../../jobs/jobs.ts'
import type { LogFailure } from '../../base/log-failures.ts'
import { startRepeating } from '../../base/start-repeating.ts'
import { claimDelivery, finishDelivery, putBack, recordFailure, RENEW_MS, renewClaim } from './delivery-queries.ts'
import { countFailure, pauseService, recordWorking, takeSlot } from './service-queries.ts'

/**
 * Milliseconds between two calls to a service, across all servers. The services' own limits are a little higher.
 */
export type Paces = Record<Service, number>
export const PACES: Paces = { mail: 50, notion: 400, beehiiv: 350 }

/** Seconds after which a service with a wrong key or property is tried again. */
const UNTIL_PUT_RIGHT = 10 * 60

/**
 * The outcome of an attempt:
 * - `put off`: the service is paused; `needsOwner` says what the owner has to do about it.
 * - `early`: only this delivery has to wait, until the given time.
 * - `claimed`: another worker is making this delivery.
 * - `failed`: the service did not take this delivery; `again` says whether it is retried.
 */
export type Attempt =
  | { state: Delivered['state'] }
  | { state: 'claimed' }
  | PutOff
  | { state: 'early'; until: Date }
  | { state: 'failed'; reason: string; again: boolean }
type PutOff = { state: 'put off'; needsOwner: string | null }

type Dependencies = { pool: pg.Pool; paces: Paces; logFailure: LogFailure }
type Task<Name extends Channel> = {
  channel: Name
  body: Jobs[Name]
  isLastTry: boolean
  /** Whether the settings are still those at the start of the delivery. True if not given. */
  isInForce?: () => boolean
}

/** Attempts one delivery when its turn comes, and records the outcome. */
export async function attemptDelivery<Name extends Channel>(
  { pool, paces, logFailure }: Dependencies,
  { service, readiness, deliver }: Delivery<Name>,
  { channel, body, isLastTry, isInForce = () => true }: Task<Name>,
): Promise<Attempt> {
  const which = { channel, target: targetOf(body) }
  const ready = await readiness?.(body)
  if (ready === 'done') return { state: 'unchanged' }
  if (ready instanceof Date) return { state: 'early', until: ready }
  const takeTurn = () => waitForTurn(pool, { service, paceMs: paces[service] })
  const paused = await takeTurn()
  if (paused) return paused
  const { claim, isGone } = await claimDelivery(pool, which)
  // The person was erased, or the message was deleted, after the job began.
  if (isGone) return { state: 'unchanged' }
  if (!claim) return { state: 'claimed' }
  // If a lost connection prevents one renewal, the next one follows five seconds later.
  const step = () => renewClaim(pool, which, claim)
  const renewing = startRepeating({ step, restMs: RENEW_MS, failure: 'a claim could not be renewed', logFailure })
  try {
    const delivered = await deliver(body, claim, nextTurn(takeTurn))
    await finishDelivery(pool, which, { claim, delivered })
    if (delivered.state === 'done') await recordWorking(pool, { service, problem: delivered.problem })
    return { state: delivered.state }
  } catch (error) {
    return await settleFailure({ pool, service, which, claim }, error, { isLastTry, isInForce })
  } finally {
    void renewing.stop()
  }
}

/** Resolves to null when the service may be called. */
async function waitForTurn(pool: pg.Pool, pace: { service: Service; paceMs: number }): Promise<PutOff | null> {
  const slot = await takeSlot(pool, pace)
  if (slot.state === 'paused') return { state: 'put off', needsOwner: slot.needsOwner }
  await sleep(slot.waitMs)
  return null
}

type Claimed = { pool: pg.Pool; service: Service; which: { channel: Channel; target: Target }; claim: Claim }

/** Releases the claim in its last write: a person without claimed deliveries can be erased at any time. */
async function settleFailure(
  claimed: Claimed,
  error: unknown,
  { isLastTry, isInForce }: { isLastTry: boolean; isInForce: () => boolean },
): Promise<Attempt> {
  const { pool, which, claim } = claimed
  if (error instanceof TooEarly) {
    await putBack(pool, which, claim)
    return { state: 'early', until: error.until }
  }
  if (error instanceof Paused) {
    await recordFailure(pool, which, { claim, state: 'waiting', reason: error.putOff.needsOwner })
    return error.putOff
  }
  const failure = toDeliveryError(error)
  const isOfService = failure.kind === 'unavailable' || failure.kind === 'misconfigured'
  if (!isOfService) return settleRefusal(claimed, failure, isLastTry)
  if (isInForce()) return settlePause(claimed, failure)
  // The owner has saved new settings meanwhile, so the service is not paused: the delivery is retried now.
  await putBack(pool, which, claim)
  return { state: 'early', until: new Date() }
}

/** Pauses the service, so all its deliveries wait. */
async function settlePause({ pool, service, which, claim }: Claimed, error: DeliveryError): Promise<PutOff> {
  const { kind, message, retryAfter } = error
  const isMisconfigured = kind === 'misconfigured'
  const seconds = retryAfter ?? (isMisconfigured ? UNTIL_PUT_RIGHT : undefined)
  await pauseService(pool, { service, problem: message, seconds, isMisconfigured })
  await recordFailure(pool, which, { claim, state: 'waiting', reason: message })
  return { state: 'put off', needsOwner: isMisconfigured ? message : null }
}

/** Records a failure that concerns only this delivery. */
async function settleRefusal(
  { pool, service, which, claim }: Claimed,
  { kind, message, isUntestable }: DeliveryError,
  isLastTry: boolean,
): Promise<Attempt> {
  const again = kind !== 'refused' && kind !== 'bounced' && !isLastTry
  if (kind === 'failed') await countFailure(pool, { service, problem: message, isUntestable })
  await recordFailure(pool, which, { claim, state: again ? 'retrying' : 'failed', reason: message })
  return { state: 'failed', reason: message, again }
}

/** Thrown when the service is paused in the middle of a delivery. */
class Paused extends Error {
  readonly putOff: PutOff

  constructor(putOff: PutOff) {
    super('The service is paused')
    this.putOff = putOff
  }
}

/** Skips the first wait: that turn was taken before the delivery was claimed. */
function nextTurn(takeTurn: () => Promise<PutOff | null>): TakeTurn {
  let isFirst = true
  return async () => {
    const paused = isFirst ? null : await takeTurn()
    if (paused) throw new Paused(paused)
    isFirst = false
  }
}

function toDeliveryError(error: unknown): DeliveryError {
  return error instanceof DeliveryError ? error : new DeliveryError('failed', describe(error), { cause: error })
}

/** Leaves out the details of a PostgreSQL error: they quote the row, which is personal data. */
export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
