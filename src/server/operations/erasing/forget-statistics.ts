import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnWork } from '../../outbox/channel.ts'
import { inTransaction, type Pool, type Queryable, type Transaction } from '../../db/query.ts'

const SHARE = 0.05

/**
 * PostgreSQL's planner statistics keep samples of addresses and texts that no longer exist, until a table is analyzed
 * again, which may never happen. A run waits in proportion to the time that the last one took.
 */
export function createForgetStatistics({ pool }: { pool: Pool }): OwnWork {
  let restsUntil = 0

  return async (_row, signal) => {
    await sleep(Math.max(0, restsUntil - performance.now()), undefined, { signal })
    const begun = performance.now()
    for (const table of await findSampled(pool)) {
      signal.throwIfAborted()
      await inTransaction(pool, (tx) => sampleAnew(tx, table))
    }
    const took = performance.now() - begun
    restsUntil = performance.now() + took / SHARE - took
  }
}

type Table = { name: string }

/** The samples of an index on an expression are under the index's own name. */
const SAMPLES = `pg_stats s
  join pg_namespace n on n.nspname = s.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = s.tablename
  join pg_attribute a on a.attrelid = c.oid and a.attname = s.attname
  join pg_type y on y.oid = a.atttypid
  left join pg_index i on i.indexrelid = c.oid`
const TABLE = 'coalesce(i.indrelid, c.oid)'

async function findSampled(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<Table>(
    `select distinct format('%I.%I', t.relnamespace::regnamespace::text, t.relname) as name
     from ${SAMPLES} join pg_class t on t.oid = ${TABLE}
     where s.schemaname = current_schema() and pg_has_role(t.relowner, 'usage')
       and y.typcategory in ('S', 'A', 'U') and y.typname <> 'uuid'
       and coalesce(s.most_common_vals::text, s.histogram_bounds::text, s.most_common_elems::text) is not null
     order by name`,
  )
  return rows.map(({ name }) => name)
}

async function sampleAnew(tx: Transaction, table: string): Promise<void> {
  await tx.query(`set local vacuum_cost_delay = '2ms'`)
  await tx.query(`analyze ${table}`)
  const { rows } = await tx.query<{ is_stale: boolean }>(
    `select not exists (select from ${table}) and to_regproc('pg_clear_attribute_stats') is not null as is_stale`,
  )
  // An empty table keeps its earlier sample. Only PostgreSQL 18 and later can drop it.
  if (rows[0]!.is_stale)
    await tx.query(
      `select pg_clear_attribute_stats(s.schemaname, s.tablename, s.attname, s.inherited)
       from ${SAMPLES} where ${TABLE} = $1::regclass`,
      [table],
    )
}
