import type { ListedKey, Scope } from '#shared/keys.ts'

export const SCOPE_WORDS: Record<Scope, { name: string; may: string }> = {
  read: { name: 'Read', may: 'people with their email and answers, figures, waves and acts' },
  join: { name: 'Join', may: 'put people on the list' },
  write: { name: 'Write', may: 'tag, note, accept, hold and reject people, and correct an email' },
  invite: { name: 'Invite', may: 'let people in, and call invitations back' },
  erase: { name: 'Erase', may: 'forget people for good' },
}

export const KEY_STATE_WORDS: Record<ListedKey['state'], string | null> = {
  active: null,
  expired: 'Expired',
  stopped: 'Stopped, because its account is no enabled owner any more',
}

/** For how long a key is good, in days. */
export const KEY_DAYS = [
  [null, 'Until I revoke it'],
  [30, 'For 30 days'],
  [90, 'For 90 days'],
  [365, 'For a year'],
] as const
