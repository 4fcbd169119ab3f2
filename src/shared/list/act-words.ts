import { MOST_RESENDS, SEAT_REASONS } from './waves.ts'
import type { ActKindName } from './act-requests.ts'

export const SKIP_REASONS = {
  erased: 'They were deleted for good.',
  'changed-since': 'A later change replaced this.',
  decided: 'Someone else had already decided about them.',
  taken: 'Someone else on the list has this email.',
  'not-kept': 'The earlier email is no longer stored.',
  ...SEAT_REASONS,
  rejected: 'They’re rejected.',
  invited: 'They’re already invited or let in.',
  'wave-full': 'The wave is full.',
  'wave-over': 'Their wave was called back or undone.',
  accepted: 'They’ve accepted.',
  'not-invited': 'They have no open invitation.',
  'mail-left': 'Their email has been sent.',
  opened: 'They’ve opened it.',
  'mailed-today': 'They got an email about it within the last day.',
  'only-place': 'They only want emails about their place.',
  'resent-often': `It has already been resent ${MOST_RESENDS} times.`,
} as const
export type SkipReason = keyof typeof SKIP_REASONS

const CHANGE_NOTES = {
  'invitation-ended': 'Their open invitation ended.',
  'invitation-open': 'Their invitation is open again.',
  'invitation-over': 'Their invitation stays ended: it has expired.',
  'invitation-bounced': 'Their invitation stays ended: their email bounces. Correct it to invite them again.',
  'seat-taken': 'Their invitation stays ended: someone else has their spot.',
  'wave-called-back': 'Their invitation stays ended: the wave was called back or undone.',
} as const
export type ChangeNote = keyof typeof CHANGE_NOTES

export const OUTCOME_WORDS: Record<string, string> = { ...SKIP_REASONS, ...CHANGE_NOTES }

const WARNINGS: Partial<Record<ActKindName, string>> = {
  wave: 'You can call back emails that haven’t been sent yet, but not those that have.',
  resend: 'You can’t take back an email once it’s sent.',
  update: 'You can’t take back emails once they’re sent.',
  'correct-email':
    'They get an email with their link at the new address. You can’t take it back. If they have an open invitation, it goes there too.',
  erase:
    'You can’t undo this. Everything about them is deleted here, and then at each connected service. Their number in the line stays.',
}

export function warningOf(kind: ActKindName): string | null {
  return WARNINGS[kind] ?? null
}

const UNDO_WARNINGS: Partial<Record<ActKindName, string>> = {
  import:
    'This deletes everyone who came only from this file, and their places in line stay empty. People stay if they’ve since joined here, been invited or brought a friend, or if you’ve rejected, accepted, held, tagged, noted or corrected them. You can’t undo this, but you can import the file again.',
}

export function undoWarningOf(kind: ActKindName): string | null {
  return UNDO_WARNINGS[kind] ?? null
}
