import type { JoinRequest } from '#shared/joining/join.ts'
import type { Config } from '../config/config.ts'
import { type Limit, type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { partForNetwork } from '../trust/floods/part-for-network.ts'
import { domainOf } from '../trust/mailbox.ts'
import { lookOf } from '../trust/floods/alarms.ts'
import { type JoinAnswer, KEPT } from './waiting.ts'

/**
 * The most joins in a minute on all servers together: far more than an honest crowd makes, too few to harm the list.
 */
const MOST_JOINS = { block: 1_200, provider: 30_000, code: 3_000, all: 120_000 }

/** The limits of one join. */
type Limited = {
  /**
   * Checks the limits that strangers share: those of the code, of the provider, and of all joins. Returns the
   * milliseconds until a used-up one ends; null if none is used up. Beyond such a limit, a join needs a proof of work,
   * so that the limit keeps nobody out.
   */
  findCrowded: () => number | null
  /**
   * Counts the request. Throws an AppError if a limit of the visitor's block is used up: that of its joins, or that of
   * the confirmation mails that it can cause.
   */
  take: () => void
  /** Counts the request for its referral code, if it added a person or waits for a confirmation. */
  countInserted: (joined: JoinAnswer) => JoinAnswer
}

/**
 * The limits on joins, besides the limit for each address. See docs/decisions/0072-limits-shared-by-servers.md.
 * `budgets`: of mails, while each request causes one.
 */
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
