import type { JoinRequest } from '#shared/joining/join.ts'
import { site } from '#shared/site/site.ts'
import { isMailable } from '#shared/values/email.ts'
import { UNREACHABLE } from '#shared/values/text-schema.ts'
import type { Config } from '../base/config/config.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { type Limit, type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { lookOf, partForNetwork } from '../trust/abuse-alerts.ts'
import { domainOf } from '../trust/mailbox.ts'
import { alike } from './alike.ts'
import { keepRequests } from './requests.ts'
import { type HeldRequest, type JoinAnswer, KEPT } from './waiting.ts'
import { inTransaction } from '../db/query.ts'

type Visitor = {
  ip: string
  requestId: string
  /** Called only once the request may join. */
  readHolder?: () => Promise<Pick<HeldRequest, 'holder_id' | 'is_from_joining'>>
  hasScripts?: boolean
}

export async function joinVisitor(
  ctx: Context,
  request: JoinRequest,
  { ip, requestId, readHolder = async () => ({}), hasScripts = true }: Visitor,
): Promise<JoinAnswer> {
  const { language } = site()
  const state = ctx.listState()
  if (state !== 'open') throw new AppError(`list-${state}`)
  if (ctx.mustConfirm()) failUnlessMailable(request)
  const seen = ctx.observe.join(request, ip)
  const limited = ctx.joinLimits.of(request, ip)
  // First, so that joins without a proof do not use up the limits.
  const isProven = await ctx
    .askProof()
    .check(request, { block: seen.block, crowdedMs: limited.findCrowded() })
    .then(() => true, failUnless(!hasScripts))
  limited.take()
  if (!isProven) {
    await keepForMail(ctx, { ...request, language, seen, request_id: requestId }, ip)
    return KEPT
  }
  const held = { ...request, language, ...(await readHolder()), seen, request_id: requestId }
  const joining = ctx.waitlist.join(held).then(limited.countInserted)
  if (ctx.mustConfirm()) await alike(joining)
  return joining
}

async function keepForMail({ pool, sendsMail, limits }: Context, request: HeldRequest, ip: string) {
  failUnlessMailable(request)
  if (!sendsMail()) throw new AppError('unavailable')
  takeUnproven(limits, ip, 'mails for proofs')
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await keepRequests(tx, [request])
  })
}

function failUnlessMailable({ email }: JoinRequest) {
  if (!isMailable(email)) throw new AppError('invalid-input', { fields: { email: UNREACHABLE } })
}

function failUnless(isAllowed: boolean): (error: unknown) => false {
  return (error) => {
    if (isAllowed && error instanceof AppError && error.code === 'proof-needed') return false
    throw error
  }
}

const MOST_JOINS = { block: 1_200, provider: 30_000, code: 3_000, all: 120_000 }

type Limited = {
  /** In milliseconds. Beyond a limit that strangers share, a join needs a proof of work. */
  findCrowded: () => number | null
  take: () => void
  countInserted: (joined: JoinAnswer) => JoinAnswer
}

/** See docs/decisions/0072-limits-shared-by-servers.md. `budgets`: of mails, while each request causes one. */
export function createJoinLimits(
  { networksOf, take, findUsedUp, count }: Limits,
  budgets: () => Pick<Config['mailBudgets'], 'all' | 'domain'> | null = () => null,
) {
  return {
    of({ used_referral_code, email }: JoinRequest, ip: string): Limited {
      const from = networksOf(ip)
      const limit = (key: string, max: number): Limit => ({ key: `joins ${key}`, max, windowMs: MINUTE_MS, from: null })
      const ofBlock = from ? [{ ...limit(`of ${from.block}`, MOST_JOINS.block), from }] : []
      const mails = budgets()
      const mailed = (key: string, budget: number): Limit => {
        return { key: `mails of ${key}`, max: partForNetwork(budget), windowMs: 60 * MINUTE_MS, from }
      }
      const ofMails =
        from && mails
          ? [mailed(from.block, mails.all), mailed(`${from.block} to ${domainOf(email)}`, mails.domain)]
          : []
      const ofAll = [
        ...(from ? [limit(`of ${from.provider}`, MOST_JOINS.provider)] : []),
        limit('of all', MOST_JOINS.all),
      ]
      const withCode =
        used_referral_code === null ? [] : [limit(`with code ${lookOf(used_referral_code)}`, MOST_JOINS.code)]
      return {
        findCrowded: () => findUsedUp([...ofAll, ...withCode]),
        take: () => {
          const wait = take([...ofBlock, ...ofMails])
          if (wait !== null) throw tooMany(wait)
          count(ofAll)
        },
        countInserted: (joined) => {
          if (joined === KEPT || joined.is_inserted) count(withCode)
          return joined
        },
      }
    },
  }
}

/** In an hour. Otherwise anybody could flood mailboxes by joining without scripts. */
const MOST_UNPROVEN = { address: 20, block: 60, all: 2_000 }

/** For requests that cause a mail without a proof of work. `what`: each kind is counted by itself. */
export function takeUnproven({ networksOf, take }: Limits, ip: string, what: string): void {
  const from = networksOf(ip)
  const limit = (key: string, max: number) => ({ key: `${what} ${key}`, max, windowMs: 60 * MINUTE_MS })
  const ofVisitor = from && [
    { ...limit(`of ${from.address}`, MOST_UNPROVEN.address), from },
    { ...limit(`of ${from.block}`, MOST_UNPROVEN.block), from },
  ]
  const wait = take([...(ofVisitor ?? []), { ...limit('of all', MOST_UNPROVEN.all), from: null }])
  if (wait !== null) throw tooMany(wait)
}
