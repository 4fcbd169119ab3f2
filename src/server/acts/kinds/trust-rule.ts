import type { ActParams } from '#shared/list/act-requests.ts'
import type { Review } from '../../ledger/reviews.ts'
import { beginRule, endRule } from '../../trust/rules.ts'
import type { ActKind } from '../store/kind.ts'

type Params = ActParams<'trust-rule'>

/** What a rule makes of the review of somebody whom the act selects; it also holds for everybody who joins later. */
export function decideByRule(review: Review, { rule }: Params): Review {
  if (rule.verdict === 'trust') return { rejected: false, signals: false, owner: false, accepted: true }
  return review.rejected ? review : { ...review, owner: true, accepted: false }
}

/** The part of the kind that is no decision about people: the rule is in force until the act is undone. */
export const RULE: Pick<ActKind<Params>, 'toStored' | 'settle'> = {
  toStored: (params) => params,
  settle: (tx, { id, params }, { beginning: { isInForce }, undoes }) =>
    isInForce ? beginRule(tx, params.rule, id) : endRule(tx, params.rule, undoes ?? id),
}
