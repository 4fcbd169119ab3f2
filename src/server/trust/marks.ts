import type { Mark } from '#site/trust.ts'
import { recordEvents } from '../people/events/record-events.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { restand } from './credit.ts'
import type { Observed } from './observe.ts'
import type { Queryable, Transaction } from '../db/query.ts'

/** The marks that an address can give. */
export const OF_ADDRESSES: Mark[] = ['disposable-domain', 'no-mail-domain', 'refused-domain']
/** The marks that the sending of a form can give. Somebody else may have sent that form. */
export const OF_FORMS: Mark[] = ['trap', 'too-fast', 'no-page']

/** The number of entries in one transaction: small, because joins wait for the counter meanwhile. */
export const PART_SIZE = 250

/** Adds this mark to those of these people who have not got it. Locks the counter. */
export function addMark(tx: Transaction, ids: string[], mark: Mark): Promise<void> {
  return changeMarks(tx, ids, { gone: [], added: [mark] })
}

export function removeMarks(tx: Transaction, ids: string[], marks: Mark[]): Promise<void> {
  return changeMarks(tx, ids, { gone: marks, added: [] })
}

/** Locks the counter if it changes anything. */
export async function changeMarks(tx: Transaction, ids: string[], { gone, added }: { gone: Mark[]; added: Mark[] }) {
  const wanted = `nullif(array(select distinct mark from unnest(coalesce(marks, '{}') || $3::text[]) as mark
    where mark <> all($2::text[]) or mark = any($3) order by mark), '{}')`
  const find = async (db: Queryable) =>
    await db.query<{ id: string; marks: Mark[] | null; is_more: boolean }>(
      `select id, ${wanted} as marks, cardinality(coalesce(${wanted}, '{}')) > cardinality(coalesce(marks, '{}')) as is_more
       from waitlist_entries where id = any($1) and erased_at is null and ${wanted} is distinct from marks`,
      [ids, gone, added],
    )
  if (ids.length === 0 || (await find(tx)).rows.length === 0) return
  await lockCounter(tx)
  const { rows } = await find(tx)
  const changed = rows.map(({ id }) => id)
  await restand(tx, changed, async () => {
    await tx.query(
      `update waitlist_entries e set marks = new.marks, updated_at = now()
       from json_to_recordset($1) as new (id uuid, marks text[]) where e.id = new.id`,
      [JSON.stringify(rows)],
    )
    for (const isMore of [true, false]) {
      const events = rows.flatMap(({ id, marks, is_more }) =>
        is_more === isMore ? { entry_id: id, data: { marks: marks ?? [] } } : [],
      )
      await recordEvents(tx, isMore ? 'marked' : 'unmarked', events)
    }
  })
  await countUpdates(tx, rows.length)
}

type Form = { seen?: Observed | undefined; is_by_key?: boolean | undefined }

/** Whether a visitor, and no program, sent this form, and its sending gives no mark. */
export function isCleanForm({ seen, is_by_key }: Form): boolean {
  return seen !== undefined && !is_by_key && !seen.marks?.some((mark) => OF_FORMS.includes(mark))
}

/**
 * Ends the marks of forms for these people, who have joined again with a clean form: a stranger may have sent the first
 * one.
 */
export function forgiveForms(tx: Transaction, ids: string[]): Promise<void> {
  return removeMarks(tx, ids, OF_FORMS)
}
