import type pg from 'pg'
import type { JoinRequest } from '#shared/joining/join.ts'
import { isMailable } from '#shared/values/email.ts'
import { UNREACHABLE } from '#shared/values/email-schema.ts'
import type { Config } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import type { AskProof } from '../trust/floods/ask-proof.ts'
import type { Observe } from '../trust/observe.ts'
import { alike } from './alike.ts'
import { createJoinLimits } from './join-limits.ts'
import type { JoinWaitlist } from './join.ts'
import { keepRequests } from './requests.ts'
import { type HeldRequest, type JoinAnswer, KEPT } from './waiting.ts'

type Visitor = {
  ip: string
  requestId: string
  /** Reads which entry the token in the request belongs to. Called only once the request may join. */
  readHolder?: () => Promise<Pick<HeldRequest, 'holder_id' | 'is_from_joining'>>
  /** Whether the browser can compute a proof of work; true if not given. */
  hasScripts?: boolean
}

/** Puts a visitor on the list, within the limits for all visitors. Throws an AppError with the reason if it refuses. */
export type JoinVisitor = (request: JoinRequest, visitor: Visitor) => Promise<JoinAnswer>

type Dependencies = {
  pool: pg.Pool
  waitlist: JoinWaitlist
  mustConfirm: () => boolean
  observe: Observe
  limits: Limits
  askProof: () => AskProof
  sendsMail: () => boolean
  mailBudgets: () => Config['mailBudgets']
}

/**
 * The most requests in an hour that are confirmed by mail instead of a proof of work. Without these limits, anybody
 * could flood mailboxes by joining without scripts.
 */
const MAILS_IN_PLACE_OF_PROOFS = { address: 20, block: 60, all: 2_000 }

export function createJoinVisitor(dependencies: Dependencies): JoinVisitor {
  const { waitlist, mustConfirm, observe, limits, askProof } = dependencies
  const joinLimits = createJoinLimits(limits, () => (mustConfirm() ? dependencies.mailBudgets() : null))

  return async (request, { ip, requestId, readHolder = async () => ({}), hasScripts = true }) => {
    if (mustConfirm()) failUnlessMailable(request)
    const seen = observe.join(request, ip)
    const limited = joinLimits.of(request, ip)
    // The proof is checked first, so that joins without a proof do not use up the limits.
    const isProven = await askProof()
      .check(request, { block: seen.block, crowdedMs: limited.findCrowded() })
      .then(() => true, failUnless(!hasScripts))
    limited.take()
    if (!isProven) {
      await keepForMail({ ...request, seen, request_id: requestId }, ip)
      return KEPT
    }
    const held = { ...request, ...(await readHolder()), seen, request_id: requestId }
    const joining = waitlist.join(held).then(limited.countInserted)
    if (mustConfirm()) await alike(joining)
    return joining
  }

  /** Keeps a request until the person presses the button in a mail, which replaces the proof. */
  async function keepForMail(request: HeldRequest, ip: string) {
    failUnlessMailable(request)
    if (!dependencies.sendsMail()) throw new AppError('unavailable')
    const from = limits.networksOf(ip)
    const limit = (key: string, max: number) => ({ key: `mails for proofs ${key}`, max, windowMs: 60 * MINUTE_MS })
    const { address, block, all } = MAILS_IN_PLACE_OF_PROOFS
    const wait = limits.take([
      ...(from
        ? [
            { ...limit(`of ${from.address}`, address), from },
            { ...limit(`of ${from.block}`, block), from },
          ]
        : []),
      { ...limit('of all', all), from: null },
    ])
    if (wait !== null) throw tooMany(wait)
    await inTransaction(dependencies.pool, async (tx) => {
      await lockCounter(tx)
      await keepRequests(tx, [request])
    })
  }
}

/** Nobody is told to wait for a mail that cannot be sent. */
function failUnlessMailable({ email }: JoinRequest) {
  if (!isMailable(email)) throw new AppError('invalid-input', { fields: { email: UNREACHABLE } })
}

/** Returns false for a missing proof if `isAllowed`, because the browser cannot compute one. Rethrows other errors. */
function failUnless(isAllowed: boolean): (error: unknown) => false {
  return (error) => {
    if (isAllowed && error instanceof AppError && error.code === 'proof-needed') return false
    throw error
  }
}
