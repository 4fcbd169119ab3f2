import type { EventField } from '#shared/programs/webhooks.ts'
import type { Queryable } from '../db/pool.ts'
import { readFullNames } from '../joining/stored/full-names.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { type ForPrograms, readForPrograms } from '../people/read-for-programs.ts'
import type { Claimed } from './deliveries.ts'

/** The people in some events and their full names, by id. Erased people are missing. */
export type About = { people: Map<string, ForPrograms>; names: Map<string, string> }

export async function readAbout(db: Queryable, events: Claimed[]): Promise<About> {
  const ids = [...new Set(events.flatMap(({ subject }) => subject ?? []))]
  const [people, names] = [await readForPrograms(db, ids), await readFullNames(db, ids)]
  return { people, names }
}

/**
 * The body of a request. Without `fields`, it shows only the id and position of a person, and only the id of an erased
 * person.
 */
export function payloadOf(
  { type, subject, data, at }: Claimed,
  fields: EventField[],
  { people, names }: About,
): string {
  const person = subject === null ? undefined : people.get(subject)
  const { email, position } = person ?? {}
  const personal = person && {
    ...(fields.includes('email') && { email }),
    ...(fields.includes('name') && { name: names.get(person.id) ?? person.business_name }),
    ...(fields.includes('answers') && { answers: pickAnswers(person) }),
  }
  const id = subject === null ? {} : { [idOf(type)]: subject }
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { ...id, ...data, ...(person && { position }), ...personal },
  })
}

/** The name of the field with the subject's id. Most subjects are people. */
function idOf(type: string): string {
  return { wave: 'wave_id', message: 'message_id', site: 'publication_id' }[type.split('.')[0]!] ?? 'id'
}
