import type { EventField } from '#shared/programs/webhooks.ts'
import type { Queryable } from '../db/pool.ts'
import { readFullNames } from '../joining/stored/full-names.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { type ForPrograms, readForPrograms } from '../people/read-for-programs.ts'
import type { Claimed } from './deliveries.ts'

/** What is known of the people in some events. Those who are erased are missing. */
export type About = { people: Map<string, ForPrograms>; names: Map<string, string> }

export async function readAbout(db: Queryable, events: Claimed[]): Promise<About> {
  const ids = [...new Set(events.flatMap(({ subject }) => subject ?? []))]
  const [people, names] = [await readForPrograms(db, ids), await readFullNames(db, ids)]
  return { people, names }
}

/** The body of a request. Without `fields` it holds ids and a position, and of erased people only the id. */
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

/** People are the usual subject. */
function idOf(type: string): string {
  return { wave: 'wave_id', message: 'message_id', site: 'publication_id' }[type.split('.')[0]!] ?? 'id'
}
