import type pg from 'pg'
import type { Queryable, Transaction } from '../db/pool.ts'
import { DEAD_LETTERS, KEPT_NAMES } from '../jobs/queue-names.ts'
import { type FullName, keepNames, WAITING_NAMES } from '../joining/stored/full-names.ts'

/**
 * Full names in jobs of servers of the previous version, which run beside this one for a while or have left jobs
 * behind. These names move to the table `full_names`. See docs/decisions/0064-the-server-writes-the-privacy-page.md.
 */
type Named = { entry_id: string; full_name: string; name_version?: number; is_unproven?: true }
type Job = { createdOn: Date; data: { bodies: object[] } }

/** Stores the names from these jobs in `full_names`. A job does not replace a name that is newer than the job. */
export async function adoptNames(db: Queryable, jobs: Job[]): Promise<void> {
  const newest = new Map<string, Named & { given_at: Date }>()
  for (const { createdOn, data } of jobs) {
    const people = data.bodies.flatMap((body) => ('joined' in body ? (body.joined as object[]) : [body]))
    for (const one of people.filter(hasName)) {
      const other = newest.get(one.entry_id)
      if ((one.name_version ?? 0) >= (other?.name_version ?? 0))
        newest.set(one.entry_id, { ...one, given_at: createdOn })
    }
  }
  const names = [...newest.values()].map(({ entry_id, full_name, is_unproven = false, given_at }) => ({
    ...({ entry_id, full_name, is_unproven } satisfies FullName),
    given_at,
  }))
  await keepNames(db, names)
}

function hasName(body: object): body is Named {
  return 'full_name' in body && Boolean(body.full_name)
}

const SLICE = 500

/** Moves the names of all waiting jobs to `full_names`. Skips active jobs. */
export async function adoptWaitingNames(pool: pg.Pool): Promise<void> {
  for (const queue of [KEPT_NAMES, DEAD_LETTERS, 'add-to-notion']) {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after !== undefined) after = await adoptSlice(pool, { queue, after })
  }
}

type Slice = { queue: string; after: string }

/** Returns the id of the last job of the slice; undefined after the last slice. */
async function adoptSlice(pool: pg.Pool, { queue, after }: Slice): Promise<string | undefined> {
  const { rows } = await pool.query<Job & { id: string }>(
    `select id, created_on as "createdOn", data from pgboss.job
     where name = $1 and id > $2 and state in ('created', 'retry') and data #> '{bodies,0}' ? 'full_name'
     order by id limit ${SLICE}`,
    [queue, after],
  )
  await adoptNames(pool, rows)
  const ids = rows.map(({ id }) => id)
  if (queue === KEPT_NAMES) await pool.query('delete from pgboss.job where name = $1 and id = any($2)', [queue, ids])
  else
    await pool.query(
      `update pgboss.job set data = data #- '{bodies,0,full_name}' where name = $1 and id = any($2) and state <> 'active'`,
      [queue, ids],
    )
  return ids.at(-1)
}

/** Requeues the Notion deliveries that a server of the previous version made without the stored name. */
export async function queueNames(tx: Transaction): Promise<void> {
  await tx.query(
    `update deliveries set state = 'queued', changed_at = now() - interval '2 minutes'
     where channel = 'add-to-notion' and state = 'done' and entry_id in (${WAITING_NAMES})`,
  )
}
