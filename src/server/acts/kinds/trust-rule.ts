import type { ActParams } from '#shared/list/act-requests.ts'
import type { Review } from '../../ledger/reviews.ts'
import { beginRule, endRule } from '../../trust/rules.ts'
import { findRuleInForce } from '../store/act-queries.ts'
import type { ActKind } from '../store/kind.ts'

type Params = ActParams<'trust-rule'>

/** The review of a selected person under a rule. The rule also applies to matching people who join later. */
export function decideByRule(review: Review, { rule }: Params): Review {
  if (rule.verdict === 'trust') return { rejected: false, signals: false, owner: false, accepted: true }
  return review.rejected ? review : { ...review, owner: true, accepted: false }
}

/**
 * The members of the kind `trust-rule` that the other review kinds do not have. They keep the rule in force until the
 * act is undone. Then the rule that it had replaced is in force again.
 */
export const RULE: Pick<ActKind<Params>, 'toStored' | 'settle'> = {
  toStored: (params) => params,
  async settle(tx, { id, params: { rule } }, { beginning: { isInForce }, undoes }) {
    if (isInForce) return beginRule(tx, rule, id)
    if (!(await endRule(tx, rule, undoes ?? id))) return
    const replaced = await findRuleInForce(tx, rule)
    if (replaced) await beginRule(tx, { ...rule, verdict: replaced.verdict }, replaced.id)
  },
}
