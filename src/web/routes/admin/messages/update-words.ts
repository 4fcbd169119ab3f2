import type { REST_REASONS, Update, UpdateWords } from '#shared/list/updates.ts'

export const STATE_WORDS: Record<Update['state'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  resting: 'Stopped',
  sent: 'Sent',
}

export const TONES = {
  draft: 'faint',
  scheduled: 'plain',
  sending: 'strong',
  resting: 'warning',
  sent: 'plain',
} as const

export const REST_WORDS: Record<(typeof REST_REASONS)[number], string> = {
  owner: 'It was stopped. Nobody else gets it until you continue.',
  bounces:
    'More than 3% of the emails bounced, so sending stopped. Check where these addresses came from before you continue.',
  complaints:
    'People reported it as spam, so sending stopped. More reports would send your future emails to spam folders.',
  restored:
    'The list was restored from a backup, so some people may have received it since. Continue to send it to everyone below.',
}

export function wordsOf({ subject, picture, picture_alt, text, button_label, button_link }: UpdateWords): UpdateWords {
  return { subject, picture, picture_alt, text, button_label, button_link }
}
