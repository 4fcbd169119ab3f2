import { everyStoredQuestion } from '#shared/site/questions.ts'
import { SEAT_REASONS, type InvitationState, type Invitee, type SeatReason, type Wave } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { activeFilters } from './filter-words.ts'
import { parseView } from '../state/view.ts'

export const STATE_WORDS: Record<InvitationState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  opened: 'Opened',
  accepted: 'Accepted',
  ended: 'Ended',
  'called back': 'Called back',
  dropped: 'Left out',
}

const REASON_WORDS: Record<string, string> = {
  ...SEAT_REASONS,
  rejected: 'They were rejected.',
  erased: 'They were deleted for good.',
  bounced: 'Their mail server refused the email.',
  corrected: 'Their address has changed since.',
}

export function reasonWords({ reason }: Pick<Invitee, 'reason'>): string {
  return reason === null ? '' : (REASON_WORDS[reason] ?? reason)
}

export const PASSED_OVER: Record<SeatReason, string> = {
  seeded: 'from test data',
  doubtful: 'doubtful',
  unsubscribed: 'unsubscribed',
  bounced: 'email bounced',
  'ended-before': 'invited before',
}

export function waveWords({ seats, filters, has_search }: Pick<Wave, 'seats' | 'filters' | 'has_search'>): string {
  const names = activeFilters(parseView(new URLSearchParams(filters as Record<string, string>).toString()))
  const words = [...names.map(({ words }) => words), ...(has_search ? ['found by a search or chosen by hand'] : [])]
  const next = seats === 1 ? 'The next in line' : `The next ${grouped(seats)} in line`
  return words.length === 0 ? next : `${next}: ${words.join(', ')}`
}

export function paceWords(perHour: number | null): string | null {
  if (perHour === null) return null
  return perHour % 60 === 0 ? `${grouped(perHour / 60)} a minute` : `${grouped(perHour)} an hour`
}

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}

export function conversionTitle(by: string): string {
  if (by === 'source') return 'Source'
  return everyStoredQuestion().find(({ name }) => name === by)?.label ?? by
}
