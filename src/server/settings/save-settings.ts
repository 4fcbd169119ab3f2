import type { SettingChange } from '#shared/owner/settings.ts'
import { type FieldName, fieldOf, isField, isSecret } from '#shared/owner/setting-fields.ts'
import type { Actor } from '../accounts/sessions.ts'
import { complaintAboutZone } from '../db/settings.ts'
import { AppError } from '../base/errors.ts'
import { toConfig } from '../base/config/config.ts'
import {
  type Change,
  lockSettings,
  openRows,
  readChanges,
  readRows,
  type Row,
  type SettingsInForce,
  toRow,
  writeChanges,
} from './in-force.ts'
import { inBothVoices, resolveSettings, type Stored } from '../base/config/resolve.ts'
import { complaintsAbout } from '../base/config/schema.ts'
import { previewMost } from '../trust/keep-rule.ts'
import { inTransaction, type Pool, type Transaction } from '../db/query.ts'

type Sealing = Pick<SettingsInForce, 'keyring' | 'given'>
/** Null removes a value. */
type Values = Record<string, string | null>

export type RecordChange = (
  tx: Transaction,
  made: { changes: SettingChange[]; effects: string[]; actor: Actor },
) => Promise<string>

type Dependencies = Sealing & { pool: Pool; record: RecordChange }
type Save = { version: number; values: Values; confirmed: boolean; actor: Actor }

/** Refuses if somebody else has saved since `version`, or if the change moves people and is not `confirmed`. */
export function saveSettings(
  { pool, record, ...sealing }: Dependencies,
  { version, values, confirmed, actor }: Save,
): Promise<SettingChange[]> {
  return inTransaction(pool, async (tx) => {
    await lockSettings(tx)
    const read = await readRows(tx)
    if (read.version !== version) throw new AppError('settings-changed')
    const changes = planChanges(read.rows, values, sealing)
    if (changes.length === 0) return []
    requireValid(read.rows, changes, sealing)
    const zone = changes.find(({ after }) => after.name === 'TIME_ZONE')?.after.value
    const complaint = zone ? await complaintAboutZone(tx, zone) : null
    if (complaint !== null) throw invalid({ TIME_ZONE: inBothVoices('TIME_ZONE', complaint).said })
    const effects = await effectsOf(tx, read.rows, { changes, ...sealing })
    if (effects.length > 0 && !confirmed) throw new AppError('settings-move-people', { beside: { effects } })
    const shown = changes.map(toShown)
    const actId = await record(tx, { changes: shown, effects, actor })
    await writeChanges(tx, { actId, changes })
    return shown
  })
}

/** `left` names the settings that have changed since the act. */
export async function takeBackSettings(
  tx: Transaction,
  { undone, actId, ...sealing }: Sealing & { undone: string; actId: string },
): Promise<{ changes: SettingChange[]; effects: string[]; left: string[] }> {
  await lockSettings(tx)
  const { rows } = await readRows(tx)
  const made = await readChanges(tx, undone)
  const isAsMade = ({ after }: Change) => {
    const now = rowOf(rows, after.name)
    return now.value === after.value && now.sealed === after.sealed
  }
  const changes = made.filter(isAsMade).map(({ before, after }) => ({ before: after, after: before }))
  if (changes.length === 0) throw new AppError('act-replaced')
  requireValid(rows, changes, sealing)
  const effects = await effectsOf(tx, rows, { changes, ...sealing })
  await writeChanges(tx, { actId, changes })
  const left = made.filter((change) => !isAsMade(change)).map(({ after }) => after.name)
  return { changes: changes.map(toShown), effects, left }
}

function planChanges(rows: Row[], values: Values, sealing: Sealing): Change[] {
  const stored = openRows(rows, sealing)
  const problems: Record<string, string> = {}
  const changes = Object.entries(values).flatMap(([name, text]): Change[] => {
    const refusal = whyNotHere(name, text, sealing)
    if (refusal !== null) problems[name] = refusal
    if (refusal !== null || !isField(name)) return []
    const before = rowOf(rows, name)
    const known = stored[name]
    const former = known && 'value' in known ? known.value : null
    const value = toStored(name, text, former)
    if (value === former && !(known && 'problem' in known)) return []
    return [{ before, after: toRow(name, value, sealing) }]
  })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return changes
}

function whyNotHere(name: string, text: string | null, { keyring, given }: Sealing): string | null {
  if (!isField(name)) return `The setting ${name} can only be set in the environment.`
  if (given[name] !== undefined) return 'This is set on the server, which wins over what is set here.'
  return isSecret(name) && text !== null ? keyring.whyNot() : null
}

function toStored(name: FieldName, text: string | null, former: string | null): string | null {
  const value = text?.trim() || null
  if (value === null) return null
  if (name === 'SMTP_URL') return withLogin(value, former)
  return name === 'PUBLIC_URL' && complaintsAbout(name, value).length === 0 ? new URL(value).origin : value
}

/** A form does not show the login, so one that is left out stays, but only for the same host. */
function withLogin(text: string, former: string | null): string {
  const [url, known] = [URL.parse(text), former === null ? null : URL.parse(former)]
  if (!url || !known || url.hostname !== known.hostname) return text
  url.username ||= known.username
  url.password ||= known.password
  return url.href
}

/** Problems that existed before may stay. */
function requireValid(rows: Row[], changes: Change[], sealing: Sealing) {
  const changed = new Set<string>(changes.map(({ after }) => after.name))
  const find = (stored: Stored) => resolveSettings(sealing.given, stored).problems
  const before = new Set(find(openRows(rows, sealing)).map(({ sentence }) => sentence))
  const found = find(openRows(rowsAfter(rows, changes), sealing)).filter(
    ({ name, sentence, isUnfinished }) => !isUnfinished && (changed.has(name) || !before.has(sentence)),
  )
  if (found.length > 0) throw invalid(Object.fromEntries(found.map(({ name, said }) => [name, said])))
}

function rowsAfter(rows: Row[], changes: Change[]): Row[] {
  const changed = new Map<string, Row>(changes.map(({ after }) => [after.name, after]))
  const next = [...rows.filter(({ name }) => !changed.has(name)), ...changed.values()]
  return next.filter(({ value, sealed }) => value !== null || sealed !== null)
}

function effectsOf(tx: Transaction, rows: Row[], { changes, ...sealing }: Sealing & { changes: Change[] }) {
  const configOf = (some: Row[]) => {
    const { settings, problems } = resolveSettings(sealing.given, openRows(some, sealing))
    return toConfig(settings, sealing.given, problems)
  }
  return describeEffects(tx, { before: configOf(rows), after: configOf(rowsAfter(rows, changes)) })
}

function invalid(problems: Record<string, string>): AppError {
  return new AppError('settings-invalid', { beside: { problems } })
}

function rowOf(rows: Row[], name: string): Row {
  return rows.find((row) => row.name === name) ?? { name, value: null, sealed: null }
}

function toShown({ before, after }: Change): SettingChange {
  const { name } = after
  if (!isSecret(name as FieldName)) return { name, before: before.value, after: after.value }
  return { name, before: null, after: null, secret: after.sealed === null ? 'removed' : 'set' }
}

/** It says where people or their data go, or how the server is reached. */
export function isGuarded(name: string): boolean {
  return isField(name) && fieldOf(name).isGuarded === true
}

export function guardedLabels(changes: { name: string }[]): string[] {
  return changes.flatMap(({ name }) => (isField(name) && isGuarded(name) ? [fieldOf(name).label] : []))
}

async function describeEffects(
  tx: Transaction,
  { before, after }: Record<'before' | 'after', { mostUnproven: number | null }>,
): Promise<string[]> {
  if (before.mostUnproven === after.mostUnproven) return []
  const { stop, start, people, moved } = await previewMost(tx, after.mostUnproven)
  const friends = (count: number, verbs: [one: string, more: string]) =>
    count === 0
      ? []
      : [
          `${counted(count, ['friend', 'friends'])} of ${counted(people, ['person', 'people'])} ${verbs[count === 1 ? 0 : 1]}.`,
        ]
  return [
    ...(stop + start === 0 ? [] : [whyCounted(before.mostUnproven, after.mostUnproven)]),
    ...friends(stop, ['stops counting', 'stop counting']),
    ...friends(start, ['starts counting', 'start counting']),
    ...(stop + start === 0 ? [] : [positions(moved)]),
  ]
}

function whyCounted(before: number | null, after: number | null): string {
  if (after === null) return 'Without working email nobody can confirm theirs, so every friend counts.'
  const most = `Each person can have up to ${counted(after, ['friend', 'friends'])} who count before they confirm their email.`
  return before === null ? `With this change your list can send email. ${most}` : most
}

function positions(moved: number): string {
  return moved === 0 ? 'No position changes.' : `${counted(moved, ['position changes', 'positions change'])}.`
}

function counted(count: number, [one, more]: [string, string]): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`
}
