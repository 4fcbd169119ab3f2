import type { RuleOfList } from '#shared/joining/referral-rule.ts'
import { AppError } from '../../base/errors.ts'
import { putRule, readOwnersRule } from '../../trust/keep-rule.ts'
import { changeParams } from '../store/act-queries.ts'
import type { ActKind } from '../store/kind.ts'

/** `before`: the rule that the act replaced. Acts of version 1.0 have none. */
type Params = RuleOfList & { before?: RuleOfList }

/** For everybody: it names nobody. */
export const referralRule: ActKind<Params> = {
  facetOf: () => 'referral-rule',
  toStored: (params) => params,
  async begin(tx, { id, params: { before, ...rule } }, undoes) {
    const { number: _number, ...now } = await readOwnersRule(tx)
    if (undoes === null) {
      await changeParams(tx, { id, params: { ...rule, before: now } })
      return putRule(tx, rule)
    }
    if (!before || !isSame(rule, now)) throw new AppError('act-final')
    await putRule(tx, before)
  },
  plan: async () => [],
  planUndo: async () => [],
  apply: async () => [],
}

function isSame(one: RuleOfList, other: RuleOfList): boolean {
  return one.places === other.places && one.cap === other.cap && one.bonus === other.bonus
}
