import type pg from 'pg'
import { toSentAnswers } from '#shared/answers.ts'
import type { ToConfirm } from '#shared/place.ts'
import { readFullName } from '../joining/full-names.ts'
import { readWaiting } from '../joining/waiting-answers.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { readPerson } from '../people/read-person.ts'

type AnswerSet = ToConfirm['sets'][number]

/** The sets of answers that a press may confirm. Null for a person who is not on the list any more. */
export type ReadSets = (entryId: string) => Promise<AnswerSet[] | null>

export function createReadSets(pool: pg.Pool): ReadSets {
  return async (entryId) => {
    const person = await readPerson(pool, entryId)
    if (!person) return null
    const sets = (await readWaiting(pool, entryId)).map(({ id, created_at, full_name, answers }) => ({
      id,
      at: created_at.toISOString(),
      full_name,
      answers: toSentAnswers(answers) as AnswerSet['answers'],
    }))
    if (!person.is_unconfirmed) return sets
    const named = await readFullName(pool, entryId)
    const first = {
      id: null,
      at: person.created_at.toISOString(),
      full_name: named?.full_name ?? '',
      answers: toSentAnswers(pickAnswers(person)) as AnswerSet['answers'],
    }
    return [...sets, first]
  }
}
