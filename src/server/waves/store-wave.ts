import type { Filters } from '#shared/list/filters.ts'
import type { Transaction } from '../db/query.ts'

export type NewWave = {
  id: string
  filters: Partial<Filters>
  has_search: boolean
  count: number
  subject: string
  text: string
  texts?: object | undefined
  sends_at?: string | null | undefined
  per_hour: number | null
  fills: boolean
  includes_ended: boolean
}

export async function insertWave(tx: Transaction, wave: NewWave): Promise<void> {
  await tx.query(
    `insert into waves (id, filters, has_search, seats, subject, body, sends_at, next_mail_at, per_hour, fills, includes_ended, texts)
     select $1, $2, $3, $4, $5, $6, sends_at, sends_at, $8, $9, $10, $11 from (select coalesce($7::timestamptz, now()) as sends_at) as t
     on conflict (id) do nothing`,
    [
      wave.id,
      wave.filters,
      wave.has_search,
      wave.count,
      wave.subject,
      wave.text,
      wave.sends_at,
      wave.per_hour,
      wave.fills,
      wave.includes_ended,
      wave.texts ?? {},
    ],
  )
}

export async function markReady(tx: Transaction, id: string): Promise<void> {
  await tx.query('update waves set ready_at = coalesce(ready_at, now()) where id = $1', [id])
}

/** A wave that is called back invites nobody, and no further mail of it leaves. */
export async function setCalledBack(
  tx: Transaction,
  { id, isCalledBack }: { id: string; isCalledBack: boolean },
): Promise<void> {
  await tx.query('update waves set is_called_back = $2 where id = $1 and is_called_back <> $2', [id, isCalledBack])
}

export function selectInvited(waveId: string): { text: string; values: unknown[] } {
  return { text: 'select distinct entry_id as id from invitations where wave_id = $1', values: [waveId] }
}
