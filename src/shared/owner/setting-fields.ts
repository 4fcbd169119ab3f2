/** The groups of the dashboard's Settings, in order. */
export const SETTING_GROUPS = {
  list: 'The list',
  mail: 'Mail',
  notion: 'Notion',
  beehiiv: 'Beehiiv',
  product: 'Letting people in',
  privacy: 'Privacy and retention',
  embedding: 'On other sites',
  backups: 'Backups',
  limits: 'Limits',
  version: 'Version',
} as const

export type SettingGroup = keyof typeof SETTING_GROUPS

/**
 * `login`: a server's address with a user and a password, which are never shown. `secret`: a value that can be set and
 * replaced, but is never shown.
 */
type Kind = 'text' | 'number' | 'switch' | 'login' | 'secret'

type Field = {
  group: SettingGroup
  kind: Kind
  label: string
  hint: string
  /** The unit of a number, such as `days`. */
  unit?: string
  /** Whether a change needs a recent proof of identity. */
  isGuarded?: boolean
}

/** The settings that the dashboard can change. All others can only be set in the environment. */
const SETTING_FIELDS = {
  PUBLIC_URL: {
    group: 'list',
    kind: 'text',
    label: 'Address of the site',
    hint: 'The address that visitors use. Referral links and all links in mails begin with it.',
    isGuarded: true,
  },
  TIME_ZONE: {
    group: 'list',
    kind: 'text',
    label: 'Your time zone',
    hint: 'It says when a day begins. After a change, the figures of all days are counted again.',
  },
  UNPROVEN_FRIENDS: {
    group: 'list',
    kind: 'number',
    label: 'Friends who count without a press',
    hint: 'For each person. Further friends count once they press a button in a mail of yours.',
  },
  CONFIRM_EMAIL: {
    group: 'list',
    kind: 'switch',
    label: 'Ask new people to confirm their address',
    hint: 'People count once they press a button in a mail. Recommended; mail must be set up first.',
  },
  CONFIRM_DAYS: {
    group: 'list',
    kind: 'number',
    label: 'Wait for a confirmation',
    hint: 'After that, an unconfirmed address is forgotten.',
    unit: 'days',
  },
  SMTP_URL: {
    group: 'mail',
    kind: 'login',
    label: 'Mail server',
    hint: 'Until it is set, mails are kept and can be sent later.',
    isGuarded: true,
  },
  MAIL_FROM: {
    group: 'mail',
    kind: 'text',
    label: 'Sender',
    hint: 'A name and an address at a domain of yours, such as Salon <hello@salon.co.uk>.',
  },
  MAIL_EVENTS_SECRET: {
    group: 'mail',
    kind: 'secret',
    label: 'Address for bounce reports',
    hint: 'Your mail service reports bounces and complaints to it. It is shown once, when it is made.',
    isGuarded: true,
  },
  SMTP_ALLOW_PLAINTEXT: {
    group: 'mail',
    kind: 'switch',
    label: 'Allow a connection without encryption',
    hint: 'Only for a mail server on this machine or in your own network.',
    isGuarded: true,
  },
  NOTION_TOKEN: {
    group: 'notion',
    kind: 'secret',
    label: 'Integration token',
    hint: 'From notion.so/my-integrations: an internal integration of your workspace.',
    isGuarded: true,
  },
  NOTION_DATA_SOURCE_ID: {
    group: 'notion',
    kind: 'text',
    label: 'Database',
    hint: 'The database that gets a page for each person.',
  },
  BEEHIIV_API_KEY: {
    group: 'beehiiv',
    kind: 'secret',
    label: 'API key',
    hint: 'From Beehiiv: Settings, then API.',
    isGuarded: true,
  },
  BEEHIIV_PUBLICATION_ID: {
    group: 'beehiiv',
    kind: 'text',
    label: 'Publication',
    hint: 'The publication that people are subscribed to.',
  },
  PRODUCT_URL: {
    group: 'product',
    kind: 'text',
    label: 'Address of your product',
    hint: 'People who accept an invitation are sent there.',
    isGuarded: true,
  },
  PRODUCT_SECRET: {
    group: 'product',
    kind: 'secret',
    label: 'Secret of your product',
    hint: 'With it, your product learns who has accepted. It is shown once, when it is made.',
    isGuarded: true,
  },
  INVITATION_DAYS: {
    group: 'product',
    kind: 'number',
    label: 'An invitation stays open',
    hint: 'Then it ends, and the person waits for a later wave.',
    unit: 'days',
  },
  RETENTION_DAYS: {
    group: 'privacy',
    kind: 'number',
    label: 'Keep what is no longer needed',
    unit: 'days',
    hint: 'Messages, earlier answers, and the hashed addresses of people who left. The privacy page names this number.',
  },
  GA_MEASUREMENT_ID: {
    group: 'privacy',
    kind: 'text',
    label: 'Google Analytics id',
    hint: 'Only for visitors who agree. Your own counters work without it.',
  },
  EMBED_ORIGINS: {
    group: 'embedding',
    kind: 'text',
    label: 'Your other sites',
    hint: 'They may show the form of this list and learn the place of a person who joins there. At most 50, separated by commas.',
  },
  BACKUP_DIR: {
    group: 'backups',
    kind: 'text',
    label: 'Folder of the nightly backups',
    hint: 'Best on another disk. Until it is set, no backup is made at night.',
    isGuarded: true,
  },
  MAIL_PER_HOUR: {
    group: 'limits',
    kind: 'number',
    label: 'Mails in an hour',
    unit: 'mails',
    hint: 'Further mails go out later.',
  },
  MAIL_PER_DOMAIN_HOUR: {
    group: 'limits',
    kind: 'number',
    label: 'Mails in an hour to one domain',
    unit: 'mails',
    hint: 'Gmail, for example, is one domain.',
  },
  MAIL_PER_PERSON_DAY: {
    group: 'limits',
    kind: 'number',
    label: 'Mails in a day to one mailbox',
    unit: 'mails',
    hint: 'A link that somebody asks for by typing an address counts too, one asked for at their own place does not.',
  },
  CHECK_FOR_UPDATES: {
    group: 'version',
    kind: 'switch',
    label: 'Check for a newer version',
    hint: 'Once a day at most, when you open the dashboard, the server asks the place that it was cloned from with git. A download or a Docker image cannot ask. Nothing about you or the list is sent.',
  },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof SETTING_FIELDS

export const FIELD_NAMES = Object.keys(SETTING_FIELDS) as FieldName[]

export function isField(name: string): name is FieldName {
  return Object.hasOwn(SETTING_FIELDS, name)
}

export function fieldOf(name: FieldName): Field {
  return SETTING_FIELDS[name]
}

/** Whether a setting's value is never shown in full, not even to the owner. */
export function isSecret(name: FieldName): boolean {
  return ['login', 'secret'].includes(fieldOf(name).kind)
}
