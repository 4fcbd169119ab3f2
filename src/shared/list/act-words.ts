import { MOST_RESENDS, SEAT_REASONS } from './waves.ts'
import type { ActKindName } from './act-requests.ts'

export const SKIP_REASONS = {
  erased: 'They were erased.',
  'changed-since': 'A later act has changed this.',
  decided: 'Somebody else had already decided about them.',
  taken: 'Somebody else on the list has this address.',
  'not-kept': 'The address to go back to is no longer kept.',
  ...SEAT_REASONS,
  rejected: 'They are rejected.',
  invited: 'They are invited already, or in.',
  'wave-full': 'The wave has all its people.',
  'wave-over': 'Their wave is called back or undone.',
  accepted: 'They have accepted.',
  'not-invited': 'They have no open invitation.',
  'mail-left': 'Their mail has left.',
  opened: 'They have opened it.',
  'mailed-today': 'They got an email about it within the last day.',
  'only-place': 'They want only emails about their place.',
  'resent-often': `It was sent again ${MOST_RESENDS} times already.`,
} as const
export type SkipReason = keyof typeof SKIP_REASONS

const CHANGE_NOTES = {
  'invitation-ended': 'Their open invitation ended.',
  'invitation-open': 'Their invitation is open again.',
  'invitation-over': 'Their invitation stays ended: its last day is over.',
  'invitation-bounced': 'Their invitation stays ended: their address bounces. Correct it to invite them again.',
  'seat-taken': 'Their invitation stays ended: somebody else has their seat.',
  'wave-called-back': 'Their invitation stays ended: the wave is called back or undone.',
} as const
export type ChangeNote = keyof typeof CHANGE_NOTES

export const OUTCOME_WORDS: Record<string, string> = { ...SKIP_REASONS, ...CHANGE_NOTES }

const WARNINGS: Partial<Record<ActKindName, string>> = {
  wave: 'Until a mail has left, it can be called back. A mail that has left cannot.',
  resend: 'A mail that was sent cannot be taken back.',
  update: 'Emails that have been sent cannot be taken back.',
  'correct-email':
    'They get a mail with their link at the new address, which cannot be taken back. If they have an open invitation, it goes there too.',
  erase:
    'You can’t undo this. Everything about them is deleted here, and then at each connected service. Their number in the line stays.',
}

export function warningOf(kind: ActKindName): string | null {
  return WARNINGS[kind] ?? null
}

const UNDO_WARNINGS: Partial<Record<ActKindName, string>> = {
  import:
    'This erases everybody who came only with this file, and their numbers in the line stay empty: the next person joins behind them. People stay if they have joined here since, were invited or brought a friend, or if you have since rejected, accepted, held, tagged, noted or corrected them. You cannot undo this, but you can import the file again.',
}

export function undoWarningOf(kind: ActKindName): string | null {
  return UNDO_WARNINGS[kind] ?? null
}
