import { type SettingsView, type ShownSetting } from '#shared/owner/settings.ts'
import { FIELD_NAMES, type FieldName, fieldOf, isField, isSecret } from '#shared/owner/setting-fields.ts'
import { countOpeningRequests } from '../joining/opening-requests.ts'
import type { Queryable } from '../db/pool.ts'
import type { SettingsInForce } from './in-force.ts'
import { readChecklistState } from './checklist-state.ts'
import { readRows } from './queries.ts'
import { backupRootOf, resolveSettings, type Stored } from '../config/resolve.ts'
import { openRows } from './stored.ts'
import { SCHEMA } from '../config/schema.ts'

export async function viewSettings(
  db: Queryable,
  { keyring, given }: Pick<SettingsInForce, 'keyring' | 'given'>,
): Promise<Omit<SettingsView, 'notices'>> {
  const [{ version, rows }, checklist, to_be_told] = await Promise.all([
    readRows(db),
    readChecklistState(db),
    countOpeningRequests(db),
  ])
  const stored = openRows(rows, { keyring, given })
  const { problems } = resolveSettings(given, stored)
  // What is still missing is the next step of a setup, and no problem.
  const problemOf = (name: string) =>
    problems.find((problem) => problem.name === name && !problem.isUnfinished)?.said ?? null
  return {
    version,
    settings: FIELD_NAMES.map((name) => ({ ...show(name, { given: given[name], stored }), problem: problemOf(name) })),
    no_secrets: keyring.whyNot(),
    backup_root: backupRootOf(given),
    checklist,
    to_be_told,
    unknown: rows.flatMap(({ name }) => (isField(name) ? [] : [name])),
  }
}

type Sources = { given: string | undefined; stored: Stored }

function show(name: FieldName, { given, stored }: Sources): Omit<ShownSetting, 'problem'> {
  const kept = stored[name]
  const origin = given !== undefined ? 'environment' : kept ? 'dashboard' : 'default'
  const text = given ?? (kept && 'value' in kept ? kept.value : null) ?? defaultOf(name)
  if (fieldOf(name).kind === 'login') return { name, origin, value: text && withoutLogin(text), is_set: hasLogin(text) }
  if (isSecret(name)) return { name, origin, value: null, is_set: text !== null }
  return { name, origin, value: text, is_set: text !== null }
}

function defaultOf(name: FieldName): string | null {
  const value = SCHEMA.shape[name].parse(undefined)
  if (value === undefined) return null
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

function withoutLogin(text: string): string | null {
  const url = URL.parse(text)
  return url && `${url.protocol}//${url.host}`
}

function hasLogin(text: string | null): boolean {
  const url = text === null ? null : URL.parse(text)
  return Boolean(url?.username || url?.password)
}
