import { randomUUIDv7 } from 'node:crypto'
import type { Question } from '#shared/site/question.ts'
import type { Transaction } from '../db/pool.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { findSlots, giveSlots } from '../listing/rows/choices.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { insertVersion, type StoredVersion } from './queries.ts'

/** First assigns slots in the counts to its new choices, because people may choose them from then on. */
export async function storeVersion(
  tx: Transaction,
  version: StoredVersion & { actId: string | null; account?: string | null },
): Promise<void> {
  const { questions } = version.document
  await lockCounter(tx)
  await giveSlots(tx, await findSlots(tx), {
    problem: valuesOf(questions, 'problems'),
    goal: valuesOf(questions, 'goals'),
  })
  await insertVersion(tx, version)
  // A version from SITE_FILE has no act.
  await tellOf(tx, 'site.published', [version.actId ?? randomUUIDv7()], { version: version.number })
}

function valuesOf(questions: readonly Question[], asked: string): string[] {
  const question = questions.find(({ name }) => name === asked)
  const choices = question && 'choices' in question ? question.choices : []
  return choices.map((choice) => (typeof choice === 'string' ? choice : choice.value))
}
