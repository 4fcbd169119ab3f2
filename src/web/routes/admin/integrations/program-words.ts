import type { ListedKey, Scope } from '#shared/programs/keys.ts'
import type { EndpointKind, EventField, EventType, ListedEndpoint } from '#shared/programs/webhooks.ts'

export const SCOPE_WORDS: Record<Scope, { name: string; may: string }> = {
  read: { name: 'Read', may: 'people with their email and answers, figures, waves and activity' },
  join: { name: 'Join', may: 'add people to the list' },
  write: { name: 'Write', may: 'tag, note, accept, hold and reject people, and correct an email' },
  invite: { name: 'Invite', may: 'invite people, and call invitations back' },
  erase: { name: 'Erase', may: 'delete people for good' },
}

export const KEY_STATE_WORDS: Record<ListedKey['state'], string | null> = {
  active: null,
  expired: 'Expired',
  stopped: 'Stopped: its creator is disabled or no longer an owner',
}

/** In days; null if the key never expires. */
export const KEY_DAYS = [
  [null, 'Never'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
] as const

export const EVENT_WORDS: Record<EventType, string> = {
  'entry.joined': 'Someone joins',
  'entry.changed': 'Someone changes their answers or email',
  'entry.moved': 'Position changed',
  'entry.rejected': 'Someone is rejected',
  'entry.accepted': 'Someone is accepted',
  'entry.erased': 'Someone is deleted',
  'invitation.sent': 'Invitation sent',
  'invitation.accepted': 'Invitation accepted',
  'invitation.ended': 'Invitation expired',
  'wave.finished': 'Wave finished',
  'update.sent': 'Update sent',
  'reward.earned': 'Someone earns a reward',
  'message.received': 'Message received',
  'site.published': 'Site published',
  'summary.daily': 'Daily summary',
}

export const KIND_WORDS: Record<EndpointKind, string> = { webhook: 'Webhook', slack: 'Slack', discord: 'Discord' }

export const URL_HINTS: Record<EndpointKind, string | null> = {
  webhook: null,
  slack: 'In Slack, open your app, then Incoming Webhooks, then Add New Webhook. At most one message a minute.',
  discord: 'In Discord, open the channel’s settings, then Integrations, then Webhooks. At most one message a minute.',
}

export const FIELD_WORDS: Record<EventField, string> = { email: 'Email', name: 'Name', answers: 'Answers' }

export const OFF_WORDS: Record<NonNullable<ListedEndpoint['off_because']>, string> = {
  owner: 'Switched off',
  failing: 'Switched off after five days of failures. Queued events are sent when you switch it on.',
  gone: 'Switched off because it answered 410 (gone).',
}
