import type { ActParams } from '#shared/list/act-requests.ts'
import { beginRule, endRule } from '../../trust/domain-rules.ts'
import type { Review } from '../../trust/reviews.ts'
import { findRuleInForce } from '../store/act-queries.ts'
import type { ActKind } from '../store/kind.ts'

type Params = ActParams<'trust-rule'>

/** The review of a selected person under a rule, which also applies to people who join later. */
export function decideByRule(review: Review, { rule: { verdict } }: Params): Review {
  return { rejected: verdict === 'refuse', accepted: verdict === 'trust', held: verdict === 'refuse' && review.held }
}

/** They keep the rule in force until the act is undone; then the rule that it had replaced is in force again. */
export const RULE: Pick<ActKind<Params>, 'toStored' | 'settle'> = {
  toStored: (params) => params,
  async settle(tx, { id, params: { rule } }, undoes) {
    if (undoes === null) return beginRule(tx, rule, id)
    if (!(await endRule(tx, rule.value, undoes))) return
    const replaced = await findRuleInForce(tx, rule.value)
    if (replaced) await beginRule(tx, { ...rule, verdict: replaced.verdict }, replaced.id)
  },
}
