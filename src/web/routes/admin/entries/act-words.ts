import { friendsWords, peopleWords, ruleInWords } from '../ui/words.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { ActRow, EntryAct } from '#shared/list/acts.ts'
import type { ChangeNote } from '#shared/list/act-words.ts'
import { type SettingChange } from '#shared/owner/settings.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { paths } from '#shared/site/paths.ts'
import { isolated } from '#shared/values/language.ts'
import { grouped } from '../../../ui/grouped.ts'
import { activeFilters } from '../ui/filter-words.ts'
import { parseView } from '../state/view.ts'
import { STATE_WORDS } from '../ui/wave-words.ts'

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
  resend: 'Invitations sent again',
  update: 'Update sent',
  milestone: ({ friends, words }) =>
    `Reward for ${friends === 1 ? '1 friend' : `${String(friends)} friends`}: ${isolated(String(words))}`,
  'take-reward': 'Reward taken back',
  'close-holds': 'No longer held: an update removed the rules that held them',
}

type TrustRule = Extract<ActRequest, { kind: 'trust-rule' }>['rule']
type Named = Pick<ActRow | EntryAct, 'kind' | 'params' | 'undoes'> & Partial<Pick<ActRow, 'total' | 'skipped'>>

export function actWords({ kind, params, undoes, total = 0, skipped = 0 }: Named): string {
  const wordsOf = WORDS[kind]
  const done = typeof wordsOf === 'string' ? wordsOf : wordsOf(params)
  if (undoes === null) return done
  // For example, an invitation cannot be undone once its mail is sent.
  const isAllSkipped = total > 0 && skipped === total
  return `${isAllSkipped ? 'Not undone' : 'Undone'}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`
}

function exportWords({ rows, columns }: Named['params']): string {
  const people = peopleWords(Number(rows))
  return `Exported ${people}${Array.isArray(columns) ? `, ${columns.length} columns` : ''}`
}

function settingsWords({ changes }: Named['params']): string {
  return `Settings: ${(changes as SettingChange[]).map(({ name }) => labelOf(name)).join(', ')}`
}

function labelOf(name: string): string {
  return isField(name) ? fieldOf(name).label : name
}

function tagWords({ remove, tag }: Named['params']): string {
  return `${remove ? 'Untagged' : 'Tagged'} “${isolated(String(tag))}”`
}

function ruleWords({ rule }: Named['params']): string {
  const { value, verdict } = rule as TrustRule
  return `Domain ${verdict === 'trust' ? 'trusted' : 'refused'}: ${isolated(value)}`
}

function referralWords({ places, cap, bonus = 0 }: Named['params']): string {
  return `Rule: ${ruleInWords({ places: Number(places), cap: cap === null ? null : Number(cap), bonus: Number(bonus) })}`
}

export function selectionWords({ kind, selection, total, friends_of_code, params }: ActRow): string {
  const { filters, has_search, friends_of, friends: ofReview, has_domain, act, wave, invitation, count } = selection
  if (kind === 'settings') return settingValues(params)
  if (kind === 'publish') return 'To go back, open Settings, Site, History'
  if (kind === 'referral-rule' || kind === 'milestone') return 'For everyone on the list'
  const people = kind === 'export' ? 'Downloaded as a CSV file' : peopleWords(total)
  if (act) return people
  if (wave) return `${people} of one wave${invitation ? `: ${STATE_WORDS[invitation]}` : ''}`
  if (ofReview && !ofReview.inviter) return `${people} under Review without an inviter`
  const friends = friendsWords(total)
  if (friends_of || ofReview) {
    const where = ofReview ? `, ${ofReview.of ? 'some of those ' : ''}under Review` : ''
    return `${friends} of ${friends_of_code ?? 'an erased person'}${where}`
  }
  if (has_domain) return `${people} at one domain`
  if (!filters) return people
  const search = new URLSearchParams(filters as Record<string, string>).toString()
  const names = activeFilters(parseView(search, `${paths.admin}/people`))
  const words = [
    ...names.map(({ words }) => words),
    ...(has_search ? [count === undefined ? 'found by a search' : 'found by a search or chosen by hand'] : []),
  ]
  if (count !== undefined) return [`The next ${people} in line`, ...words].join(', ')
  return `${people}: ${words.length === 0 ? 'everybody on the list' : words.join(', ')}`
}

function settingValues({ changes, effects, left }: ActRow['params']): string {
  const of = ({ name, before, after, secret }: SettingChange) =>
    secret ? `${labelOf(name)} ${secret}` : `${labelOf(name)}: ${before ?? 'default'} → ${after ?? 'default'}`
  const stayed = (left as string[] | undefined) ?? []
  const rest = stayed.length > 0 ? [`changed since, so left as it is: ${stayed.map(labelOf).join(', ')}`] : []
  return [...(changes as SettingChange[]).map(of), ...((effects as string[] | undefined) ?? []), ...rest].join(' · ')
}

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
]

export const KIND_WORDS: Record<ActRow['kind'], string> = {
  accept: 'Accepting',
  reject: 'Rejecting',
  hold: 'Holding',
  'close-holds': 'Holds ended by an update',
  'trust-rule': 'Trusted and refused domains',
  tag: 'Tagging',
  note: 'Notes',
  'correct-email': 'Corrected emails',
  wave: 'Waves',
  'call-back': 'Invitations called back',
  resend: 'Invitations sent again',
  update: 'Updates',
  'referral-rule': 'Referral rules',
  milestone: 'Rewards',
  'take-reward': 'Rewards taken back',
  erase: 'Erasing',
  import: 'Imports',
  export: 'Exports',
  settings: 'Settings',
  publish: 'Site published',
}
