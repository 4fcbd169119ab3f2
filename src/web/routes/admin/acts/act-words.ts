import type { ActRequest } from '#shared/list/act-requests.ts'
import type { ActRow, EntryAct } from '#shared/list/acts.ts'
import type { ChangeNote } from '#shared/list/act-words.ts'
import { type SettingChange } from '#shared/owner/settings.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { ruleInWords } from '../what-if/words.ts'
import { parseView } from '../view/view.ts'
import { STATE_WORDS } from '../filters/wave-words.ts'

const WORDS: Record<ActRow['kind'], string | ((params: ActRow['params']) => string)> = {
  reject: 'Rejected',
  accept: 'Accepted',
  hold: 'Held',
  erase: 'Erased',
  note: 'Noted',
  'correct-email': 'Email corrected',
  import: 'Imported from a file',
  tag: tagWords,
  'trust-rule': ruleWords,
  'referral-rule': referralWords,
  export: exportWords,
  settings: settingsWords,
  publish: ({ number }) => `Version ${String(number)} of the site published`,
  wave: 'Invited',
  'call-back': 'Invitations called back',
  'close-holds': 'No longer held: an update removed the rules that held them',
}

type TrustRule = Extract<ActRequest, { kind: 'trust-rule' }>['rule']
type Named = Pick<ActRow | EntryAct, 'kind' | 'params' | 'undoes' | 'is_redo'> &
  Partial<Pick<ActRow, 'total' | 'skipped'>>

/** The effect of an act in words, even if it was undone since. */
export function actWords({ kind, params, undoes, is_redo, total = 0, skipped = 0 }: Named): string {
  const wordsOf = WORDS[kind]
  const done = typeof wordsOf === 'string' ? wordsOf : wordsOf(params)
  if (is_redo) return `${done} again`
  if (undoes === null) return done
  // For example, an invitation cannot be undone once its mail is sent.
  const isAllSkipped = total > 0 && skipped === total
  return `${isAllSkipped ? 'Not undone' : 'Undone'}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`
}

function exportWords({ rows, columns }: Named['params']): string {
  const people = Number(rows) === 1 ? '1 person' : `${grouped(Number(rows))} people`
  return `Exported ${people}${Array.isArray(columns) ? `, ${columns.length} columns` : ''}`
}

function settingsWords({ changes }: Named['params']): string {
  const names = (changes as SettingChange[]).map(({ name }) => (isField(name) ? fieldOf(name).label : name))
  return `Settings: ${names.join(', ')}`
}

function tagWords({ remove, tag }: Named['params']): string {
  return `${remove ? 'Untagged' : 'Tagged'} “${isolated(String(tag))}”`
}

function ruleWords({ rule }: Named['params']): string {
  const { subject, value, verdict } = rule as TrustRule
  return `Rule to ${verdict} everybody ${subject === 'domain' ? `at ${isolated(value)}` : 'from one network'}`
}

function referralWords({ places, cap, applies_to_old }: Named['params']): string {
  const rule = ruleInWords({ places: Number(places), cap: cap === null ? null : Number(cap) })
  return `Rule: ${rule}${applies_to_old ? ', also for earlier friends' : ', for friends from then on'}`
}

/** The people that an act was for, or the settings that it changed, in words. */
export function selectionWords({ kind, selection, total, friends_of_code, params }: ActRow): string {
  const { filters, has_search, friends_of, group, line, has_domain, block, act, wave, invitation, count } = selection
  if (kind === 'settings') return settingValues(params)
  if (kind === 'publish') return 'What visitors read and see'
  if (kind === 'referral-rule' && total === 0) return 'Nobody moves'
  const people = kind === 'export' ? 'Downloaded as a CSV file' : total === 1 ? '1 person' : `${grouped(total)} people`
  if (act) return people
  if (wave) return `${people} of one wave${invitation ? `: ${STATE_WORDS[invitation]}` : ''}`
  if (group === 'alone') return `${people} under Review without a code`
  const friends = total === 1 ? '1 friend' : `${grouped(total)} friends`
  if (group?.includes(':')) return `${friends} of one group under Review`
  if (friends_of || group) {
    const where = group ? `, ${line ? 'some of those ' : ''}under Review` : ''
    return `${friends} of ${friends_of_code ?? 'somebody since erased'}${where}`
  }
  if (has_domain) return `${people} at one domain`
  if (block) return `${people} from one network`
  if (!filters) return people
  const names = activeFilters(
    parseView(new URLSearchParams({ view: 'people', ...filters } as Record<string, string>).toString()),
  )
  const words = [
    ...names.map(({ words }) => words),
    ...(has_search ? [count === undefined ? 'found by a search' : 'found by a search or chosen by hand'] : []),
  ]
  if (count !== undefined) return [`The next ${people} in line`, ...words].join(', ')
  return `${people}: ${words.length === 0 ? 'everybody on the list' : words.join(', ')}`
}

/** Each setting before and after. Secrets are not shown. */
function settingValues({ changes, left }: ActRow['params']): string {
  const of = ({ name, before, after, secret }: SettingChange) =>
    secret ? `${name} ${secret}` : `${name}: ${before ?? 'default'} → ${after ?? 'default'}`
  const stayed = (left as string[] | undefined) ?? []
  const rest = stayed.length > 0 ? [`changed since, so left as it is: ${stayed.join(', ')}`] : []
  return [...(changes as SettingChange[]).map(of), ...rest].join(' · ')
}

/** The outcome of an act in words; empty if it simply changed everybody. */
export function outcomeWords({ state, total, changed, unchanged, skipped, notes }: ActRow): string {
  const parts = [
    state === 'stopped' && `stopped after ${grouped(changed + unchanged + skipped)}`,
    (changed < total || state === 'stopped') && `${grouped(changed)} changed`,
    unchanged > 0 && `${grouped(unchanged)} unchanged`,
    skipped > 0 && `${grouped(skipped)} left out`,
    ...noteWords(notes),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The side effects of an act in words, also before the act is made. */
export function noteWords(notes: ActRow['notes']): string[] {
  const sum = (reasons: ChangeNote[]) =>
    notes.reduce((sum, { reason, entries }) => (reasons.includes(reason as ChangeNote) ? sum + entries : sum), 0)
  return NOTE_WORDS.flatMap(({ reasons, one, many }) => {
    const count = sum(reasons)
    return count === 0 ? [] : `${grouped(count)} ${count === 1 ? one : many}`
  })
}

const NOTE_WORDS: { reasons: ChangeNote[]; one: string; many: string }[] = [
  { reasons: ['invitation-ended'], one: 'open invitation ended', many: 'open invitations ended' },
  { reasons: ['invitation-open'], one: 'invitation is open again', many: 'invitations are open again' },
  {
    reasons: ['invitation-over', 'invitation-bounced', 'seat-taken', 'wave-called-back'],
    one: 'invitation stays ended',
    many: 'invitations stay ended',
  },
  {
    reasons: ['later-rule'],
    one: 'stays where another rule puts them',
    many: 'stay where another rule puts them',
  },
]

/** The labels of the kinds of acts in the filter of the log. */
export const KIND_WORDS: Record<ActRow['kind'], string> = {
  accept: 'Accepting',
  reject: 'Rejecting',
  hold: 'Holding',
  'close-holds': 'Holds ended by an update',
  'trust-rule': 'Rules of Review',
  tag: 'Tagging',
  note: 'Notes',
  'correct-email': 'Corrected emails',
  wave: 'Waves',
  'call-back': 'Invitations called back',
  'referral-rule': 'Referral rules',
  erase: 'Erasing',
  import: 'Imports',
  export: 'Exports',
  settings: 'Settings',
  publish: 'Site published',
}
