import type { EventType } from '#shared/programs/webhooks.ts'
import type { Queryable } from '../db/pool.ts'

/** SQL: whether an endpoint wants events of this type. The table has a few rows or none, so this is cheap. */
function isWanted(type: string): string {
  return `exists (select from webhook_endpoints where off_because is null and ${type} = any(events))`
}

/**
 * Records an event about these people, or about a message, a wave or an act, if an endpoint wants its type. Call it
 * with the transaction in which the event happens. Under the counter's lock, the events of a person keep their order.
 */
export async function recordEvents(
  tx: Queryable,
  type: EventType,
  subjects: string[],
  data: object = {},
): Promise<void> {
  if (subjects.length === 0) return
  await tx.query(
    `insert into webhook_outbox (type, subjects, data) select $1::text, $2::uuid[], $3::jsonb where ${isWanted('$1')}`,
    [type, subjects, data],
  )
}

/** The statement that records one event for each row of a query with a `subject` and its `data`. */
export function insertEventsOf(type: EventType, query: string): string {
  return `insert into webhook_outbox (type, subjects, data)
    select '${type}', array[subject], data from (${query}) as happened where ${isWanted(`'${type}'`)}`
}
