import type { Queryable, Transaction } from '../db/pool.ts'

/** Both are null if it has no value. */
export type Row = { name: string; value: string | null; sealed: string | null }
export type Change = { before: Row; after: Row }

export async function readRows(db: Queryable): Promise<{ version: number; rows: Row[] }> {
  const { rows } = await db.query<{ version: number; rows: Row[] }>(
    `select version, coalesce((
       select json_agg(json_build_object('name', name, 'value', value, 'sealed', sealed) order by name)
       from dashboard_settings), '[]') as rows
     from setting_version`,
  )
  return rows[0]!
}

export async function readVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('select version from setting_version')
  return rows[0]!.version
}

export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.query('select from setting_version where id = 1 for update')
}

/** Lock the settings first. */
export async function writeChanges(tx: Transaction, { actId, changes }: { actId: string; changes: Change[] }) {
  const rows = changes.map(({ before, after }) => ({
    name: after.name,
    value_before: before.value,
    sealed_before: before.sealed,
    value_after: after.value,
    sealed_after: after.sealed,
  }))
  await tx.query(
    `with given as (
       select * from json_to_recordset($2) as t (
         name text, value_before text, sealed_before text, value_after text, sealed_after text)
     ), remembered as (
       insert into setting_changes (act_id, name, value_before, sealed_before, value_after, sealed_after)
       select $1, name, value_before, sealed_before, value_after, sealed_after from given
     ), removed as (
       delete from dashboard_settings s using given g
       where s.name = g.name and g.value_after is null and g.sealed_after is null
     ), written as (
       insert into dashboard_settings (name, value, sealed) select name, value_after, sealed_after from given
       where value_after is not null or sealed_after is not null
       on conflict (name) do update set value = excluded.value, sealed = excluded.sealed
     )
     update setting_version set version = version + 1`,
    [actId, JSON.stringify(rows)],
  )
}

export async function readChanges(tx: Transaction, actId: string): Promise<Change[]> {
  const { rows } = await tx.query<{ before: Row; after: Row }>(
    `select json_build_object('name', name, 'value', value_before, 'sealed', sealed_before) as before,
       json_build_object('name', name, 'value', value_after, 'sealed', sealed_after) as after
     from setting_changes where act_id = $1 order by name`,
    [actId],
  )
  return rows
}

export async function readSealed(db: Queryable): Promise<{ name: string; sealed: string }[]> {
  const { rows } = await db.query<{ name: string; sealed: string }>(
    `select * from (
       select name, sealed from dashboard_settings union select name, sealed_before from setting_changes
       union select name, sealed_after from setting_changes) as secrets
     where sealed is not null`,
  )
  return rows
}

export async function replaceSealed(db: Queryable, { name, from, to }: { name: string; from: string; to: string }) {
  await db.query(
    `with stored as (update dashboard_settings set sealed = $3 where name = $1 and sealed = $2)
     update setting_changes set sealed_before = case sealed_before when $2 then $3 else sealed_before end,
       sealed_after = case sealed_after when $2 then $3 else sealed_after end
     where name = $1 and $2 in (sealed_before, sealed_after)`,
    [name, from, to],
  )
}
