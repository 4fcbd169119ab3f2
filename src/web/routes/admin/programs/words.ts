import type { ListedKey, Scope } from '#shared/programs/keys.ts'
import type { EndpointKind, EventField, EventType, ListedEndpoint } from '#shared/programs/webhooks.ts'

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
  stopped: 'Stopped: its account is disabled, or no longer an owner',
}

/** The lifetimes of a key, in days; null if the key is valid until it is revoked. */
export const KEY_DAYS = [
  [null, 'Until I revoke it'],
  [30, 'For 30 days'],
  [90, 'For 90 days'],
  [365, 'For a year'],
] as const

export const EVENT_WORDS: Record<EventType, string> = {
  'entry.joined': 'Somebody joins',
  'entry.changed': 'Somebody changes their answers or email',
  'entry.moved': 'Somebody moves up or down by their friends',
  'entry.rejected': 'You reject somebody',
  'entry.accepted': 'You accept somebody',
  'entry.erased': 'Somebody is erased',
  'invitation.sent': 'The mail of an invitation has left',
  'invitation.accepted': 'Somebody accepts an invitation',
  'invitation.ended': 'An invitation ends without being accepted',
  'wave.finished': 'A wave has no more mail to send',
  'message.received': 'A message comes in',
  'site.published': 'A version of the site is published',
}

export const KIND_WORDS: Record<EndpointKind, string> = { webhook: 'A program', slack: 'Slack', discord: 'Discord' }

/** Where the owner finds the address of an endpoint, by its kind; null if no hint is needed. */
export const URL_HINTS: Record<EndpointKind, string | null> = {
  webhook: null,
  slack: 'In Slack: an app of yours, Incoming Webhooks, Add New Webhook. You get at most one message a minute.',
  discord: 'In Discord: the settings of a channel, Integrations, Webhooks. You get at most one message a minute.',
}

export const FIELD_WORDS: Record<EventField, string> = { email: 'Email', name: 'Name', answers: 'Answers' }

export const OFF_WORDS: Record<NonNullable<ListedEndpoint['off_because']>, string> = {
  owner: 'Switched off',
  failing: 'Switched off after five days of failures. Waiting events are sent when you switch it on.',
  gone: 'Switched off, because it answered 410: it no longer wants any events.',
}
