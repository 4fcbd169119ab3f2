import type { EntryState } from '#shared/list/filters.ts'
import type { Transaction } from '../db/pool.ts'
import { type EventKind, type NewEvent, recordEvents } from '../events/record-events.ts'
import { type CreditChange, restand } from './credit.ts'

const KIND: Record<EntryState, EventKind> = { invited: 'invited', admitted: 'admitted', waiting: 'invitation-ended' }

type Changed = { people: Exclude<NewEvent, string>[]; state: EntryState }

/**
 * Sets the state of these people: whoever is let in is proven. Skips erased entries. Call this with the counter locked,
 * and advance the counter.
 */
export async function setStates(tx: Transaction, { people, state }: Changed): Promise<void> {
  const ids = people.map(({ entry_id }) => entry_id)
  await restand(tx, ids, async () => {
    const { rows } = await tx.query<{ id: string }>(
      `update waitlist_entries set state = $2, updated_at = now() where id = any($1) and erased_at is null returning id`,
      [ids, state],
    )
    const set = new Set(rows.map(({ id }) => id))
    await recordEvents(
      tx,
      KIND[state],
      people.filter(({ entry_id }) => set.has(entry_id)),
    )
  })
}

/**
 * Records that these people confirmed their address, which proves them. Entries that have confirmed stay as they are.
 * Call this with the counter locked, and advance the counter.
 */
export function confirmEntries(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  return restand(tx, ids, async () => {
    const { rows } = await tx.query<{ id: string }>(
      `update waitlist_entries set confirmed_at = now(), updated_at = now()
       where id = any($1) and confirmed_at is null and erased_at is null returning id`,
      [ids],
    )
    await recordEvents(
      tx,
      'confirmed',
      rows.map(({ id }) => id),
    )
  })
}

/**
 * Marks entries as changed when the change is in another table. Filters find every change of an entry by `updated_at`:
 * see docs/decisions/0050-one-filter-model.md.
 */
export async function touchEntries(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update waitlist_entries set updated_at = now() where id = any($1)', [ids])
}
