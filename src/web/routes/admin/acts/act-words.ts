import type { ActRequest, ActRow, EntryAct } from '#shared/acts.ts'
import { grouped } from '../../../ui/grouped.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { parseView } from '../view/view.ts'

const DONE = {
  reject: 'Rejected',
  accept: 'Accepted',
  hold: 'Held',
  erase: 'Erased',
  note: 'Noted',
  'correct-email': 'Email corrected',
  import: 'Imported from a file',
}

type TrustRule = Extract<ActRequest, { kind: 'trust-rule' }>['rule']
type Named = Pick<ActRow | EntryAct, 'kind' | 'params' | 'undoes' | 'is_redo'>

/** What an act did, whatever came of it since. */
export function actWords({ kind, params, undoes, is_redo }: Named): string {
  const done = kind === 'tag' ? tagWords(params) : kind === 'trust-rule' ? ruleWords(params) : DONE[kind]
  if (is_redo) return `${done} again`
  return undoes === null ? done : `Undone: ${done.charAt(0).toLowerCase()}${done.slice(1)}`
}

function tagWords({ remove, tag }: Named['params']): string {
  return `${remove ? 'Untagged' : 'Tagged'} “${String(tag)}”`
}

function ruleWords({ rule }: Named['params']): string {
  const { subject, value, verdict } = rule as TrustRule
  return `Rule to ${verdict} everybody ${subject === 'domain' ? `at ${value}` : 'from one network'}`
}

/** Whom an act was for. */
export function selectionWords({ selection, total }: ActRow): string {
  const { filters, has_search, friends_of, group, act } = selection
  const people = total === 1 ? '1 person' : `${grouped(total)} people`
  if (act) return people
  if (friends_of) return `${people} who joined with one person’s code`
  if (group) return `${people} of one group under Review`
  if (!filters) return people
  const names = activeFilters(parseView(new URLSearchParams(filters as Record<string, string>).toString()))
  const words = [...names.map(({ words }) => words), ...(has_search ? ['a search'] : [])]
  return words.length === 0 ? `${people}, everybody in a range` : `${people} found by ${words.join(', ')}`
}

/** What came of an act, where that is not plain. */
export function outcomeWords({ state, total, changed, unchanged, skipped }: ActRow): string {
  const parts = [
    state === 'stopped' && `stopped after ${grouped(changed + unchanged + skipped)}`,
    (changed < total || state === 'stopped') && `${grouped(changed)} changed`,
    unchanged > 0 && `${grouped(unchanged)} were so already`,
    skipped > 0 && `${grouped(skipped)} left out`,
  ]
  return parts.filter(Boolean).join(', ')
}
