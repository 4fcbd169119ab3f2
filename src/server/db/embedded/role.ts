import { createHmac } from 'node:crypto'
import type { Connection } from '../client.ts'
import type { Cluster } from './cluster.ts'
import { onOwnClient } from '../pool.ts'
import { isRefusedLogin } from '../sqlstate.ts'
import { transact } from '../transaction.ts'

const ROLE = 'firstchair'

export const SUPERUSER = 'postgres'

/** Earlier versions connected as the superuser. */
const LEFT_TO_HAND_OVER = `
  with mine as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    left_alone as (select classid, objid from pg_depend where deptype = 'e'),
    found (kind, name, owner, classid, objid) as (
      select 'database', quote_ident(datname), datdba, 'pg_database'::regclass, oid from pg_database where datname = current_database()
      union all
      select 'schema', quote_ident(nspname), nspowner, 'pg_namespace'::regclass, oid from mine
      union all
      select case when relkind = 'c' then 'type' else 'table' end, pg_class.oid::regclass::text, relowner, 'pg_class'::regclass, pg_class.oid
      from pg_class join mine on mine.oid = relnamespace
      -- The sequence of a column changes its owner together with the table.
      where relkind in ('r', 'p', 'v', 'm', 'f', 'c') or relkind = 'S' and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
      union all
      select 'routine', pg_proc.oid::regprocedure::text, proowner, 'pg_proc'::regclass, pg_proc.oid
      from pg_proc join mine on mine.oid = pronamespace
      union all
      select 'type', pg_type.oid::regtype::text, typowner, 'pg_type'::regclass, pg_type.oid
      from pg_type join mine on mine.oid = typnamespace where typtype in ('d', 'e', 'r')
    )
  select format('alter %s %s owner to ${ROLE}', kind, name) as statement from found
  where owner = '${SUPERUSER}'::regrole and not exists (
    select from left_alone where left_alone.classid = found.classid and left_alone.objid = found.objid)`

/** The secret cannot be derived from the password. */
export function connectTo({ secret }: Cluster, socketDir: string): Connection {
  const password = createHmac('sha256', secret).update(ROLE).digest('base64url')
  return { host: socketDir, port: 5432, user: ROLE, password, database: 'postgres' }
}

export async function handOver(cluster: Cluster, socketDir: string): Promise<Connection> {
  const connection = connectTo(cluster, socketDir)
  await onOwnClient({ ...connection, user: SUPERUSER, password: cluster.secret }, (client) =>
    transact(client, async (tx) => {
      const { rowCount } = await tx.query('select from pg_roles where rolname = $1', [ROLE])
      if (rowCount === 0) await tx.query(`create role ${ROLE} login password '${String(connection.password)}'`)
      const { rows } = await tx.query<{ statement: string }>(LEFT_TO_HAND_OVER)
      if (rows.length > 0) await tx.query(rows.map(({ statement }) => statement).join(';'))
    }),
  )
  return connection
}

export async function isWelcome(connection: Connection): Promise<boolean> {
  return onOwnClient(connection, async () => true).catch((error: unknown) => {
    if (isRefusedLogin(error)) return false
    throw error
  })
}
