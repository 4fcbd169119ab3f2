import { type ErasingChannel, ERASING_CHANNELS, type ErasingService, SERVICE_OF } from '#shared/owner/integrations.ts'
import { type ErasingOutcome, NOTHING_THERE } from '#shared/joining/receipts.ts'
import type { Queryable } from '../../db/pool.ts'
import { sqlList } from '../../db/sql-list.ts'

const OUTCOME = `case state when 'done' then 'done' when 'given up' then 'failed' when 'kept' then 'not set up'
  when 'dismissed' then 'dismissed' when 'skipped' then 'given up' else 'waiting' end`
const ERASING = sqlList(ERASING_CHANNELS)

export type Outcomes = Record<ErasingService, ErasingOutcome>

export async function readOutcomes(db: Queryable, ids: string[]): Promise<Map<string, Outcomes>> {
  const { rows } = await db.query<{ entry_id: string; channel: ErasingChannel; outcome: ErasingOutcome }>(
    `select subject as entry_id, channel, ${OUTCOME} as outcome from outbox
     where subject = any($1) and channel in (${ERASING})`,
    [ids],
  )
  const outcomes = new Map(ids.map((id) => [id, { ...NOTHING_THERE }]))
  for (const { entry_id, channel, outcome } of rows) outcomes.get(entry_id)![SERVICE_OF[channel]] = outcome
  return outcomes
}

type Sum = { service: ErasingService; outcome: ErasingOutcome; people: number }

/**
 * The ids are an array, because PostgreSQL has no statistics yet for rows that were just written, and would search all
 * of them for each delivery.
 */
export async function sumOutcomes(
  db: Queryable,
  { text, values }: { text: string; values: unknown[] },
): Promise<Sum[]> {
  const { rows } = await db.query<Omit<Sum, 'service'> & { channel: ErasingChannel }>(
    `select channel, ${OUTCOME} as outcome, count(*)::int as people from outbox
     where subject = any(array(${text})) and channel in (${ERASING}) group by 1, 2 order by 1, 2`,
    values,
  )
  return rows.map(({ channel, ...sum }) => ({ service: SERVICE_OF[channel], ...sum }))
}
