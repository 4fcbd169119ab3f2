import { isDeepStrictEqual } from 'node:util'
import { type FieldName, isField, isSecret } from '#shared/owner/setting-fields.ts'
import { type Config, toConfig } from '../base/config/config.ts'
import { StartFailure } from '../base/start-failure.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { defaultFrom, type Given, type Problem, resolveSettings, type Stored } from '../base/config/resolve.ts'
import { findRow, findRows, findValue, type Queryable, type Transaction } from '../db/query.ts'
import { SCHEMA, type SettingName } from '../base/config/schema.ts'

type OfProcess = 'host' | 'port' | 'databaseUrl' | 'adminPassword'
export type LiveConfig = Omit<Config, OfProcess>

export type SettingsInForce = {
  current: () => LiveConfig
  problems: () => Problem[]
  version: () => number
  keyring: Keyring
  given: Given
  refresh: () => Promise<void>
  onChange: (listener: (former: LiveConfig) => void) => void
}

/** `madeFor`: the usual sender of mails under the site with which `base` was made. */
type Dependencies = { base: LiveConfig; madeFor?: string; db: Queryable; keyring: Keyring }

export async function openSettings({
  base,
  madeFor = defaultFrom(),
  db,
  keyring,
}: Dependencies): Promise<SettingsInForce> {
  const { given, dataDir, siteFile, trustProxy, metrics, rateLimit, logLevel } = base
  const ofStart = { dataDir, siteFile, trustProxy, metrics, rateLimit, logLevel }
  const listeners: ((former: LiveConfig) => void)[] = []
  let version = -1
  let sender = madeFor
  let current = base
  let problems: Problem[] = []

  async function refresh() {
    // Without MAIL_FROM, mails come from the name and the address of the site, and a site may be published at any time.
    const hasSender = sender === defaultFrom()
    if (hasSender && version >= 0 && (await readVersion(db)) === version) return
    const read = await readRows(db)
    if (hasSender && read.version === version) return
    const former = current
    const opened = openRows(read.rows, { keyring, given })
    current = hasSender && version < 0 && read.rows.length === 0 ? base : resolve(opened)
    version = read.version
    sender = defaultFrom()
    for (const listener of listeners) listener(former)
  }

  function resolve(stored: Stored): LiveConfig {
    const resolved = resolveSettings(given, stored)
    problems = resolved.problems
    return keepEqual(current, { ...toConfig(resolved.settings, given, problems), ...ofStart })
  }

  await refresh()
  if (version >= 0 && current === base) problems = resolveSettings(given).problems
  const { rows } = await readRows(db)
  requireWhole(problems, rows)
  await reseal(db, { keyring, given })
  return {
    current: () => current,
    problems: () => problems,
    version: () => version,
    keyring,
    given,
    refresh,
    onChange: (listener) => void listeners.push(listener),
  }
}

/** Values that are derived from an equal part are not made again. */
function keepEqual(former: LiveConfig, next: LiveConfig): LiveConfig {
  const parts = Object.entries(next).map(([name, value]) => {
    const before = former[name as keyof LiveConfig]
    return [name, isDeepStrictEqual(before, value) ? before : value]
  })
  return Object.fromEntries(parts) as LiveConfig
}

function requireWhole(problems: Problem[], rows: Row[]) {
  const isStored = (names: readonly string[]) => rows.some(({ name }) => names.includes(name))
  const bad = problems.filter(({ names, isUnfinished }) => names.length > 1 && !isUnfinished && !isStored(names))
  if (bad.length > 0) throw new StartFailure(bad.map(({ sentence }) => sentence).join('\n'))
}

/** So that earlier keys can be removed. */
async function reseal(db: Queryable, { keyring, given }: { keyring: Keyring; given: Given }) {
  if (keyring.whyNot() !== null) return
  for (const { name, sealed } of await readSealed(db)) {
    if (!isField(name) || keyring.isNewest(sealed)) continue
    const purpose = purposeOf(name, given)
    const value = keyring.open(sealed, purpose)
    if (value !== null) await replaceSealed(db, { name, from: sealed, to: keyring.seal(value, purpose) })
  }
}

/** With another address of the service, the secret cannot be opened. */
function purposeOf(name: FieldName, given: Given): string {
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

async function readVersion(db: Queryable) {
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

function readSealed(db: Queryable) {
  return findRows<{ name: string; sealed: string }>(
    db,
    `select * from (
       select name, sealed from dashboard_settings union select name, sealed_before from setting_changes
       union select name, sealed_after from setting_changes) as secrets
     where sealed is not null`,
  )
}

async function replaceSealed(db: Queryable, { name, from, to }: { name: string; from: string; to: string }) {
  await db.query(
    `with stored as (update dashboard_settings set sealed = $3 where name = $1 and sealed = $2)
     update setting_changes set sealed_before = case sealed_before when $2 then $3 else sealed_before end,
       sealed_after = case sealed_after when $2 then $3 else sealed_after end
     where name = $1 and $2 in (sealed_before, sealed_after)`,
    [name, from, to],
  )
}
