import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { correctAnswers, type SentAnswers } from '#shared/answers.ts'
import { MAX_OWN_CHANGES_PER_DAY } from '#site/joining-again.ts'
import { inTransaction, together } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { lockAndReadCounter } from '../listing/counter.ts'
import { readEmails } from '../people/find-person.ts'
import { planRejoins } from './plan-rejoins.ts'
import { findKnownEntries } from './queries.ts'
import { writePlan } from './store-batch.ts'

/**
 * Replaces a person's answers to some questions, as joining again replaces all: the earlier ones stay as a revision, and
 * Notion and Beehiiv follow. No mail goes out and there is no new code. `too often`: the day's changes are used up.
 */
export type CorrectAnswers = (entryId: string, sent: SentAnswers) => Promise<'corrected' | 'too often' | 'gone'>

export function createCorrectAnswers({ pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }): CorrectAnswers {
  return (entryId, sent) =>
    inTransaction(pool, async (tx) => {
      const counter = await lockAndReadCounter(tx)
      const email = (await readEmails(tx, [entryId])).get(entryId)
      if (email === undefined) return 'gone'
      const known = await findKnownEntries(tx, { emails: [email], submissionIds: [] })
      const { answers: stored, recent_changes, is_unproven } = known[0]!
      const answers = correctAnswers(stored, sent)
      if (isDeepStrictEqual(answers, stored) && !is_unproven) return 'corrected'
      if (recent_changes >= MAX_OWN_CHANGES_PER_DAY) return 'too often'
      const request = { email, full_name: '', ...answers, used_referral_code: null }
      const plan = planRejoins({ coded: [{ request, code: null }], known, counter })
      await together(writePlan(tx, plan))
      for (const name of ['add-to-notion', 'sync-to-beehiiv'] as const) await enqueue(tx, name, [{ entry_id: entryId }])
      return 'corrected' as const
    }).catch((cause: unknown) => {
      throw new AppError('update-failed', { cause })
    })
}
