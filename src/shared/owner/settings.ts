import * as z from 'zod/mini'

const CHECKLIST_STATES = ['open', 'done', 'closed'] as const

export type ChecklistState = (typeof CHECKLIST_STATES)[number]

const Shown = z.object({
  name: z.string(),
  origin: z.enum(['environment', 'dashboard', 'default']),
  /** Null for secrets. A mail server's address is shown without its login. */
  value: z.nullable(z.string()),
  is_set: z.boolean(),
  /** The sentence that the server prints at startup. */
  problem: z.nullable(z.string()),
})

export type ShownSetting = z.infer<typeof Shown>

export const SettingsView = z.object({
  version: z.int(),
  settings: z.array(Shown),
  no_secrets: z.nullable(z.string()),
  backup_root: z.string(),
  /** Stored, but unknown to this version of the program. They are kept. */
  unknown: z.array(z.string()),
  checklist: z.enum(CHECKLIST_STATES),
  to_be_told: z.int(),
  notices: z.array(z.string()),
})

export type SettingsView = z.infer<typeof SettingsView>

/** Either all values are saved or none. Null removes a value. */
export const SettingsChange = z.object({
  version: z.int(),
  values: z.record(z.string().check(z.maxLength(60)), z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Without a check that the new address leads to this server. */
  unchecked: z.optional(z.boolean()),
  /** Without it, a change that moves people is refused with its `effects`. */
  confirmed: z.optional(z.boolean()),
})

export type SettingsChange = z.infer<typeof SettingsChange>

const CHECK_POINTS = ['site', 'address', 'mail', 'contact', 'confirming', 'backups', 'join', 'share'] as const

const CheckPoint = z.object({ id: z.enum(CHECK_POINTS), is_done: z.boolean(), message: z.string() })

export type CheckPoint = z.infer<typeof CheckPoint>

/** The points are tested at each request; a closed checklist has none. */
export const Checklist = z.object({ is_closed: z.boolean(), points: z.array(CheckPoint) })

export type Checklist = z.infer<typeof Checklist>

export const ChecklistChange = z.object({ is_closed: z.boolean() })

const MailRecord = z.object({
  record: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['found', 'missing', 'unknown']),
  message: z.string(),
})

export type MailRecord = z.infer<typeof MailRecord>

/** `last_report_at`: when the mail service last reported a bounce or a complaint. */
export const MailRecords = z.object({
  domain: z.string(),
  records: z.array(MailRecord),
  last_report_at: z.nullable(z.iso.datetime()),
})

export type MailRecords = z.infer<typeof MailRecords>

export type SettingChange = { name: string; before: string | null; after: string | null; secret?: 'set' | 'removed' }
