export const SETTING_PAGES = {
  general: 'General',
  mail: 'Mail',
  rules: 'Rules',
  rewards: 'Rewards',
  invites: 'Invites',
  embed: 'Embed',
  services: 'Services',
  backups: 'Backups',
  advanced: 'Advanced',
} as const

export type SettingPage = keyof typeof SETTING_PAGES

type Field = {
  page: SettingPage
  label: string
  hint: string
  /** A change needs a recent proof of identity. */
  isGuarded?: boolean
} & (
  | { kind: 'text'; example?: string }
  | { kind: 'number'; from: number; to: number; default: number; unit?: string }
  | { kind: 'switch'; default: boolean }
  /** Whether people can join: see list-state.ts. */
  | { kind: 'state' }
  /** A server's address with a user and a password, which are never shown. */
  | { kind: 'login' }
  /** Never shown. `made`: the browser makes it up. */
  | { kind: 'secret'; made?: true }
)

/**
 * All others are set in the environment only. Kinds other than numbers and switches have their rule in `SCHEMA` of
 * server/base/config/schema.ts.
 */
export const SETTING_FIELDS = {
  LIST_STATE: {
    page: 'general',
    kind: 'state',
    label: 'Sign-ups',
    hint: 'While sign-ups are paused or closed, links, places, invitations and the API keep working.',
  },
  PUBLIC_URL: {
    page: 'general',
    kind: 'text',
    label: 'Site address',
    hint: 'The address visitors use. Referral links and links in emails start with it.',
    example: 'https://waitlist.example',
    isGuarded: true,
  },
  TIME_ZONE: {
    page: 'general',
    kind: 'text',
    label: 'Time zone',
    hint: 'Sets when each day starts in your charts. Changing it recalculates them.',
  },
  SUMMARY_HOUR: {
    page: 'general',
    kind: 'number',
    from: 0,
    to: 23,
    default: 9,
    label: 'Daily summary at',
    hint: 'In your time zone. Choose the event Daily summary for a Slack, Discord or webhook under API & webhooks.',
    unit: 'o’clock',
  },
  SMTP_URL: {
    page: 'mail',
    kind: 'login',
    label: 'Mail server',
    hint: 'Until you choose one, emails are queued. You can send them later.',
    isGuarded: true,
  },
  SMTP_ALLOW_PLAINTEXT: {
    page: 'mail',
    kind: 'switch',
    default: false,
    label: 'Allow unencrypted connections',
    hint: 'Only for a mail server on this machine or in your own network.',
    isGuarded: true,
  },
  MAIL_FROM: {
    page: 'mail',
    kind: 'text',
    label: 'Sender',
    hint: 'A name and an address at your own domain.',
    example: 'Salon <hello@salon.example>',
    isGuarded: true,
  },
  OWNERS_SEND: {
    page: 'mail',
    kind: 'switch',
    default: false,
    label: 'Only owners send updates',
    hint: 'Managers can still write drafts, send tests and stop an update.',
  },
  CONFIRM_EMAIL: {
    page: 'rules',
    kind: 'switch',
    default: false,
    label: 'Ask people to confirm their email',
    hint: 'They join once they click the button in an email. Recommended. Needs a mail server.',
  },
  LEADERBOARD: {
    page: 'rewards',
    kind: 'switch',
    default: false,
    label: 'Leaderboard',
    hint: 'Shows people the top ten by friends who count. Only those who chose a display name appear.',
  },
  LEADERBOARD_PAGE: {
    page: 'rewards',
    kind: 'switch',
    default: false,
    label: 'Leaderboard page',
    hint: 'Anyone can open it at /leaderboard. Search engines are asked to leave it out. Needs the leaderboard.',
  },
  PRODUCT_URL: {
    page: 'invites',
    kind: 'text',
    label: 'Product address',
    hint: 'Where people go when they accept an invitation.',
    example: 'https://app.example/welcome',
    isGuarded: true,
  },
  INVITATION_DAYS: {
    page: 'invites',
    kind: 'number',
    from: 1,
    to: 365,
    default: 7,
    label: 'Invitations expire after',
    hint: 'After that, the person can be invited again in a later wave.',
    unit: 'days',
  },
  PRODUCT_SECRET: {
    page: 'invites',
    kind: 'secret',
    made: true,
    label: 'Product secret',
    hint: 'Lets your product check who accepted. Shown once, when you create it.',
    isGuarded: true,
  },
  EMBED_ORIGINS: {
    page: 'embed',
    kind: 'text',
    label: 'Allowed sites',
    hint: 'Sites that may show your form and read the place of a person who joins there. Up to 50, separated by commas.',
    example: 'https://salon.example, https://www.salon.example',
    isGuarded: true,
  },
  NOTION_TOKEN: {
    page: 'services',
    kind: 'secret',
    label: 'Integration token',
    hint: 'From notion.so/my-integrations: an internal integration of your workspace.',
    isGuarded: true,
  },
  NOTION_DATA_SOURCE_ID: {
    page: 'services',
    kind: 'text',
    label: 'Database',
    hint: 'Each person becomes a page in this database.',
    example: '2f26ee68-df30-4251-aad4-8ddc420cba3d',
    isGuarded: true,
  },
  BEEHIIV_API_KEY: {
    page: 'services',
    kind: 'secret',
    label: 'API key',
    hint: 'In Beehiiv, open Settings, then API.',
    isGuarded: true,
  },
  BEEHIIV_PUBLICATION_ID: {
    page: 'services',
    kind: 'text',
    label: 'Publication',
    hint: 'The publication people are subscribed to.',
    example: 'pub_ad76629e-4a39-43ad-8055-0ee89dc6db15',
    isGuarded: true,
  },
  MAILCHIMP_API_KEY: {
    page: 'services',
    kind: 'secret',
    label: 'API key',
    hint: 'In Mailchimp, open Profile, Extras, then API keys.',
    isGuarded: true,
  },
  MAILCHIMP_AUDIENCE_ID: {
    page: 'services',
    kind: 'text',
    label: 'Audience',
    hint: 'The audience people are added to.',
    example: '4f1c2a9b7e',
    isGuarded: true,
  },
  KIT_API_KEY: {
    page: 'services',
    kind: 'secret',
    label: 'API key',
    hint: 'In Kit, open Settings, then Developer, and create a V4 key.',
    isGuarded: true,
  },
  KIT_TAG_ID: {
    page: 'services',
    kind: 'text',
    label: 'Tag',
    hint: 'Everyone from your waitlist gets this tag. Create it in Kit first.',
    example: '3141592',
    isGuarded: true,
  },
  KLAVIYO_API_KEY: {
    page: 'services',
    kind: 'secret',
    label: 'Private API key',
    hint: 'In Klaviyo, open Settings, then API keys. Allow lists, profiles, subscriptions and data privacy.',
    isGuarded: true,
  },
  KLAVIYO_LIST_ID: {
    page: 'services',
    kind: 'text',
    label: 'List',
    hint: 'The list people are subscribed to.',
    example: 'Y6nRLr',
    isGuarded: true,
  },
  NEWSLETTER_ANSWERS: {
    page: 'services',
    kind: 'switch',
    default: false,
    label: 'Include answers',
    hint: 'Mailchimp, Kit and Klaviyo also get the answers people chose from a list. Your privacy page says so.',
    isGuarded: true,
  },
  BACKUP_DIR: {
    page: 'backups',
    kind: 'text',
    label: 'Backup folder',
    hint: 'Pick a folder on another disk. Nightly backups are off until you do.',
  },
  UNPROVEN_FRIENDS: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    to: 1_000_000,
    default: 10,
    label: 'Friends who count before they confirm',
    hint: 'Per person. After that, a friend counts once they confirm their email.',
  },
  CONFIRM_DAYS: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    // People who have not confirmed may never have asked to be stored.
    to: 30,
    default: 14,
    label: 'Keep unconfirmed sign-ups for',
    hint: 'Then they are deleted.',
    unit: 'days',
  },
  RETENTION_DAYS: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    to: 36_500,
    default: 730,
    label: 'Data retention',
    unit: 'days',
    hint: 'For messages, earlier answers and the hashed addresses of people who left. Your privacy page names this number.',
  },
  GA_MEASUREMENT_ID: {
    page: 'advanced',
    kind: 'text',
    label: 'Google Analytics ID',
    hint: 'Used only for visitors who agree. Your own figures work without it.',
    example: 'G-XXXXXXXXXX',
    isGuarded: true,
  },
  MAIL_EVENTS_SECRET: {
    page: 'advanced',
    kind: 'secret',
    made: true,
    label: 'Bounce webhook',
    hint: 'Your mail service reports bounces and complaints to this address. Shown once, when you create it.',
    isGuarded: true,
  },
  MAIL_PER_HOUR: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    to: 1_000_000,
    default: 5_000,
    label: 'Emails per hour',
    unit: 'emails',
    hint: 'Any more are sent later.',
  },
  MAIL_PER_DOMAIN_HOUR: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    to: 1_000_000,
    default: 2_000,
    label: 'Emails per hour to one domain',
    unit: 'emails',
    hint: 'Gmail, for example, is one domain.',
  },
  MAIL_PER_PERSON_DAY: {
    page: 'advanced',
    kind: 'number',
    from: 1,
    to: 1_000,
    default: 8,
    label: 'Emails per day to one address',
    unit: 'emails',
    hint: 'Includes sign-in links requested by email.',
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

export function isSecret(name: FieldName): boolean {
  return ['login', 'secret'].includes(fieldOf(name).kind)
}
