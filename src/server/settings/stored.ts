import { type FieldName, isField, isSecret } from '#shared/owner/setting-fields.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import type { Given, Stored } from '../base/config/resolve.ts'
import { SCHEMA, type SettingName } from '../base/config/schema.ts'
import { findRow, findRows, findValue, type Queryable, type Transaction } from '../db/query.ts'

/** With another address of the service, the secret cannot be opened. */
export function purposeOf(name: FieldName, given: Given): string {
  const base = BASES[name]
  return base ? `${name} ${String(SCHEMA.shape[base].parse(given[base]))}` : name
}

const BASES: Partial<Record<FieldName, SettingName>> = {
  NOTION_TOKEN: 'NOTION_BASE_URL',
  BEEHIIV_API_KEY: 'BEEHIIV_BASE_URL',
  MAILCHIMP_API_KEY: 'MAILCHIMP_BASE_URL',
  KIT_API_KEY: 'KIT_BASE_URL',
  KLAVIYO_API_KEY: 'KLAVIYO_BASE_URL',
}

export function openRows(rows: Row[], { keyring, given }: { keyring: Keyring; given: Given }): Stored {
  const stored: Stored = {}
  for (const { name, value, sealed } of rows) {
    if (!isField(name)) continue
    if (sealed === null) stored[name] = { value: value! }
    else {
      const opened = keyring.open(sealed, purposeOf(name, given))
      stored[name] = opened === null ? { problem: cannotOpen(name) } : { value: opened }
    }
  }
  return stored
}

export async function findUnreadable(db: Queryable, config: Parameters<typeof createKeyring>[0]): Promise<string[]> {
  const { rows } = await readRows(db)
  const stored = Object.values(openRows(rows, { keyring: createKeyring(config), given: config.given }))
  return stored.flatMap((one) => ('problem' in one ? one.problem : []))
}

export function toRow(
  name: FieldName,
  value: string | null,
  { keyring, given }: { keyring: Keyring; given: Given },
): Row {
  if (value === null) return { name, value: null, sealed: null }
  if (!isSecret(name)) return { name, value, sealed: null }
  return { name, value: null, sealed: keyring.seal(value, purposeOf(name, given)) }
}

function cannotOpen(name: FieldName): string {
  return `The setting ${name} cannot be read: it was sealed with another key, or for another address. Type it again, or give this server the key that sealed it (SECRET_KEY, or the file secret-key in its data directory).`
}

/** Both are null if it has no value. */
export type Row = { name: string; value: string | null; sealed: string | null }
export type Change = { before: Row; after: Row }

export async function readRows(db: Queryable) {
  return (await findRow<{ version: number; rows: Row[] }>(
    db,
    `select version, coalesce((
       select json_agg(json_build_object('name', name, 'value', value, 'sealed', sealed) order by name)
       from dashboard_settings), '[]') as rows
     from setting_version`,
  ))!
}

export async function readVersion(db: Queryable) {
  return (await findValue<number>(db, 'select version from setting_version'))!
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

export function readChanges(tx: Transaction, actId: string) {
  return findRows<{ before: Row; after: Row }>(
    tx,
    `select json_build_object('name', name, 'value', value_before, 'sealed', sealed_before) as before,
       json_build_object('name', name, 'value', value_after, 'sealed', sealed_after) as after
     from setting_changes where act_id = $1 order by name`,
    [actId],
  )
}

export function readSealed(db: Queryable) {
  return findRows<{ name: string; sealed: string }>(
    db,
    `select * from (
       select name, sealed from dashboard_settings union select name, sealed_before from setting_changes
       union select name, sealed_after from setting_changes) as secrets
     where sealed is not null`,
  )
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
