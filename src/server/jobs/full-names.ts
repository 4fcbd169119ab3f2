import type { Db, PgBoss } from 'pg-boss'
import { DEAD_LETTERS, KEPT_NAMES } from './queue-names.ts'

type Named = { entry_id: string; full_name: string }

/** Keeps full names that Notion is still to have, for as long as their queue keeps anything. A newer name replaces. */
export async function keepFullNames(boss: PgBoss, tx: Db, named: Named[]): Promise<void> {
  const newest = [...new Map(named.map((body) => [body.entry_id, body])).values()]
  if (newest.length === 0) return
  await dropKeptNames(
    tx,
    newest.map(({ entry_id }) => entry_id),
  )
  await boss.insert(
    KEPT_NAMES,
    newest.map((body) => ({ id: body.entry_id, data: { bodies: [body] } })),
    { db: tx },
  )
}

/** Forgets names that were kept for people of whom Notion now gets a newer one. */
export async function dropKeptNames(tx: Db, entryIds: string[]): Promise<void> {
  await tx.executeSql('delete from pgboss.job where name = $1 and id = any($2)', [KEPT_NAMES, entryIds])
}

/** A full name that waited, and when the queue is to forget it. */
type Kept = { full_name: string; keep_until: Date }

/** Full names by entry, taken out of wherever they wait: whoever takes them writes the job that has them next. */
export async function takeFullNames(tx: Db, entryIds: string[]): Promise<Map<string, Kept>> {
  const { rows } = await tx.executeSql(
    `with kept as (
       delete from pgboss.job where name = $2 and id = any($1) returning data, created_on, keep_until),
       dead as (
         delete from pgboss.job
         where name = $3 and source_name = 'add-to-notion' and (data #>> '{bodies,0,entry_id}')::uuid = any($1)
         returning data, created_on, keep_until)
     select data #>> '{bodies,0,entry_id}' as entry_id, data #>> '{bodies,0,full_name}' as full_name, keep_until
     from (select * from kept union all select * from dead) as named
     where data #> '{bodies,0}' ? 'full_name' order by created_on`,
    [entryIds, KEPT_NAMES, DEAD_LETTERS],
  )
  return new Map(rows.map(({ entry_id, ...kept }: { entry_id: string } & Kept) => [entry_id, kept]))
}
