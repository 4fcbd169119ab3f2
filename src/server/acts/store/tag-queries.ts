import type { Tags } from '#shared/list/acts.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'

type Tagged = { ids: string[]; tag: string }

/** Erased entries are missing. */
export async function readTagged(db: Queryable, { ids, tag }: Tagged): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; is_tagged: boolean }>(
    `select id, exists (select from entry_tags where entry_id = id and tag = $2) as is_tagged
     from waitlist_entries where id = any($1) and erased_at is null`,
    [ids, tag],
  )
  return new Map(rows.map(({ id, is_tagged }) => [id, is_tagged]))
}

const MOST_TAGS = 200

export async function readTags(db: Queryable): Promise<Tags['tags']> {
  const { rows } = await db.query<Tags['tags'][number]>(
    `select tag, count(*)::int as entries from entry_tags group by tag order by entries desc, tag limit ${MOST_TAGS}`,
  )
  return rows
}

export async function addTag(tx: Transaction, { ids, tag }: Tagged): Promise<void> {
  await tx.query('insert into entry_tags (entry_id, tag) select unnest($1::uuid[]), $2', [ids, tag])
}

/** `by`: the act that imports them. */
export async function addImportedTags(
  tx: Transaction,
  { tags, by }: { tags: { entry_id: string; tag: string }[]; by: string },
): Promise<void> {
  if (tags.length === 0) return
  await tx.query(
    `insert into entry_tags (entry_id, tag, imported_by)
     select entry_id, tag, $2 from json_to_recordset($1) as t (entry_id uuid, tag text)`,
    [JSON.stringify(tags), by],
  )
}

export async function removeTag(tx: Transaction, { ids, tag }: Tagged): Promise<void> {
  await tx.query('delete from entry_tags where entry_id = any($1) and tag = $2', [ids, tag])
}

export async function forgetLabels(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from entry_tags where entry_id = any($1)', [ids])
  await tx.query('delete from entry_notes where entry_id = any($1)', [ids])
}
