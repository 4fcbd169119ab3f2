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
  wave: 'Invited',
  'call-back': 'Invitations called back',
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
export function selectionWords({ selection, total, friends_of_code }: ActRow): string {
  const { filters, has_search, friends_of, group, has_domain, block, act, wave, count } = selection
  const people = total === 1 ? '1 person' : `${grouped(total)} people`
  if (act) return people
  if (wave) return `${people} of one wave`
  if (group === 'alone') return `${people} under Review without a code`
  if (friends_of || group) {
    const friends = total === 1 ? '1 friend' : `${grouped(total)} friends`
    return `${friends} of ${friends_of_code ?? 'somebody since erased'}${group ? ', under Review' : ''}`
  }
  if (has_domain) return `${people} at one domain`
  if (block) return `${people} from one network`
  if (!filters) return people
  const names = activeFilters(parseView(new URLSearchParams(filters as Record<string, string>).toString()))
  const words = [...names.map(({ words }) => words), ...(has_search ? ['a search'] : [])]
  if (count !== undefined) return [`The next ${people} in line`, ...words].join(', ')
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
