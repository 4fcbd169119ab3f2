import { isDeepStrictEqual } from 'node:util'
import { correctAnswers, type SentAnswers } from '#shared/site/questions.ts'
import { MAX_OWN_CHANGES_PER_DAY } from '#shared/joining/joining-again.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { refreshRecords } from '../outbox/rows.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { readEmails } from '../people/find-person.ts'
import { isFromJoining, type PlaceKey } from '../accounts/tokens.ts'
import { forgetNames, readFullName } from './change-entry.ts'
import { findKnown, planRejoins, writePlan } from './join-again.ts'
import { inTransaction, together } from '../db/query.ts'

type Correction = {
  key: PlaceKey
  answers: SentAnswers
  /** Empty to delete it. */
  fullName?: string | undefined
}

/**
 * `not theirs`: somebody else may have sent the newest answers, and a key from joining proves only who sent the first
 * ones.
 */
export function correct(
  { pool, tokens }: Pick<Context, 'pool' | 'tokens'>,
  { key, answers: sent, fullName }: Correction,
): Promise<'corrected' | 'too often' | 'not theirs' | 'gone'> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    if (!(await tokens.hold(tx, key))) return 'gone'
    const { entryId } = key
    const email = (await readEmails(tx, [entryId])).get(entryId)!
    const known = await findKnown(tx, [{ email }])
    const { answers: stored, recent_changes, is_unproven } = known[0]!
    const answers = correctAnswers(stored, sent)
    if (is_unproven && isFromJoining(key)) return 'not theirs'
    const isNameGone = fullName === '' && (await readFullName(tx, entryId)) !== null
    if (isDeepStrictEqual(answers, stored) && !is_unproven && !fullName && !isNameGone) return 'corrected'
    if (recent_changes >= MAX_OWN_CHANGES_PER_DAY) return 'too often'
    const request = { email, full_name: fullName ?? '', ...answers, used_referral_code: null }
    const plan = planRejoins({ coded: [{ request, code: null }], known })
    await together(writePlan(tx, plan, 'corrected'))
    if (isNameGone) await forgetNames(tx, [entryId])
    await refreshRecords(tx, [entryId])
    return 'corrected' as const
  }).catch((cause: unknown) => {
    throw new AppError('update-failed', { cause })
  })
}
