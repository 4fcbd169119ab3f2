import type { EventField } from '#shared/programs/webhooks.ts'
import type { Queryable } from '../db/pool.ts'
import { readFullNames } from '../joining/full-names.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { type ForPrograms, readForPrograms } from '../people/read-for-programs.ts'
import type { Claimed } from './deliveries.ts'

export type People = { people: Map<string, ForPrograms>; names: Map<string, string> }

export async function readPeople(db: Queryable, events: Claimed[]): Promise<People> {
  const ids = [...new Set(events.flatMap(({ about }) => about ?? []))]
  const [people, names] = [await readForPrograms(db, ids), await readFullNames(db, ids)]
  return { people, names }
}

export function payloadOf({ type, about, data, at }: Claimed, fields: EventField[], { people, names }: People): string {
  const person = about === null ? undefined : people.get(about)
  const { email, position } = person ?? {}
  const personal = person && {
    ...(fields.includes('email') && { email }),
    ...(fields.includes('name') && { name: names.get(person.id) ?? person.business_name }),
    ...(fields.includes('answers') && { answers: pickAnswers(person) }),
  }
  const id = about === null ? {} : { [idOf(type)]: about }
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { ...id, ...data, ...(person && { position }), ...personal },
  })
}

function idOf(type: string): string {
  return (
    { wave: 'wave_id', update: 'update_id', message: 'message_id', site: 'publication_id', summary: 'summary_id' }[
      type.split('.')[0]!
    ] ?? 'id'
  )
}
