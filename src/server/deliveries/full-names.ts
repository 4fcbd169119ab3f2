import type { Db, PgBoss } from 'pg-boss'
import type { JoinedEntry } from '../jobs/jobs.ts'
import type { Queryable } from '../db/pool.ts'
import { SUBJECT_OF_JOB } from '../jobs/job-subjects.ts'
import { DEAD_LETTERS, KEPT_NAMES } from '../jobs/queue-names.ts'

type Named = JoinedEntry & { full_name: string }

export function hasName(body: object): body is Named {
  return 'full_name' in body && Boolean(body.full_name)
}

/** Keeps the body with the newest name of each person. If two have the same version, the later one in the list wins. */
export function newestNames<Body extends JoinedEntry>(bodies: Body[]): Body[] {
  const versionOf = (body?: Body) => body?.name_version ?? 0
  const newest = new Map<string, Body>()
  for (const body of bodies) {
    if (versionOf(body) >= versionOf(newest.get(body.entry_id))) newest.set(body.entry_id, body)
  }
  return [...newest.values()]
}

/**
 * Keeps full names that Notion does not have yet, for as long as their queue keeps jobs. Keeps only each person's
 * newest.
 */
export async function keepFullNames(boss: PgBoss, tx: Db, named: Named[]): Promise<void> {
  if (named.length === 0) return
  const kept = await takeKeptNames(
    tx,
    named.map(({ entry_id }) => entry_id),
  )
  await boss.insert(
    KEPT_NAMES,
    newestNames([...kept, ...named]).map((body) => ({ id: body.entry_id, data: { bodies: [body] } })),
    { db: tx },
  )
}

/** Takes the kept full names of these people out of their queue. */
export async function takeKeptNames(tx: Db, entryIds: string[]): Promise<Named[]> {
  const { rows } = await tx.executeSql(
    `delete from pgboss.job where name = $1 and id = any($2) returning data #> '{bodies,0}' as body`,
    [KEPT_NAMES, entryIds],
  )
  return rows.map(({ body }: { body: Named }) => body)
}

/** The newest full name of a person that is stored here; null if there is none, for example because Notion has it. */
export async function readFullName(db: Queryable, entryId: string): Promise<Named | null> {
  const { rows } = await db.query<{ body: Named }>(
    `select data #> '{bodies,0}' as body, created_on from pgboss.job where name = $2 and id = $1
     union all
     select data #> '{bodies,0}', created_on from pgboss.job
     where ${SUBJECT_OF_JOB} = $1::text and name in ('add-to-notion', $3)
     order by created_on`,
    [entryId, KEPT_NAMES, DEAD_LETTERS],
  )
  return newestNames(rows.map(({ body }) => body).filter(hasName))[0] ?? null
}

/** A full name that waited, and the time when the queue deletes it. */
type Kept = Named & { keep_until: Date }

/**
 * Takes full names, by entry, out of every queue where they wait. The caller must write the job that carries them next.
 * A delivery is recorded as given up a moment before its job becomes a dead letter; until then the name is read from
 * the active job.
 */
export async function takeFullNames(tx: Db, entryIds: string[]): Promise<Map<string, Kept>> {
  const { rows } = await tx.executeSql(
    `with kept as (
       delete from pgboss.job where name = $2 and id = any($1) returning data, created_on, keep_until),
       dead as (
         delete from pgboss.job
         where name = $3 and source_name = 'add-to-notion' and (data #>> '{bodies,0,entry_id}')::uuid = any($1)
         returning data, created_on, keep_until),
       dying as (
         select data, created_on, keep_until from pgboss.job
         where name = 'add-to-notion' and state = 'active' and (data #>> '{bodies,0,entry_id}')::uuid = any($1))
     select data #> '{bodies,0}' as body, keep_until
     from (select * from kept union all select * from dead union all select * from dying) as named
     where data #> '{bodies,0}' ? 'full_name' order by created_on`,
    [entryIds, KEPT_NAMES, DEAD_LETTERS],
  )
  const named: Kept[] = rows.map(({ body, keep_until }: { body: Named; keep_until: Date }) => ({ ...body, keep_until }))
  return new Map(newestNames(named).map((kept) => [kept.entry_id, kept]))
}
