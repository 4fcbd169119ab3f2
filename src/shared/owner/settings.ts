import * as z from 'zod/mini'

/** `done`: all points passed at the last test. `closed`: an owner closed the checklist. */
const CHECKLIST_STATES = ['open', 'done', 'closed'] as const

export type ChecklistState = (typeof CHECKLIST_STATES)[number]

const Shown = z.object({
  name: z.string(),
  origin: z.enum(['environment', 'dashboard', 'default']),
  /** The value as text; null for secrets and without a value. A mail server's address is shown without its login. */
  value: z.nullable(z.string()),
  /** Whether the setting has a value; for a mail server's address, whether the address has a login. */
  is_set: z.boolean(),
  /** The problem with the value, in the sentence that the server prints at startup; null if there is none. */
  problem: z.nullable(z.string()),
})

export type ShownSetting = z.infer<typeof Shown>

/** The answer of `GET /api/admin/settings`, and of `PATCH`. */
export const SettingsView = z.object({
  /** An optimistic lock: a change sends the version back, and is refused if somebody else has saved since. */
  version: z.int(),
  settings: z.array(Shown),
  /** The reason that no secret can be saved here; null if secrets can be saved. */
  no_secrets: z.nullable(z.string()),
  /** The folder that BACKUP_DIR must be in. */
  backup_root: z.string(),
  /** Stored settings that this version of the program does not know. They are kept. */
  unknown: z.array(z.string()),
  /** The state of the checklist for going public. */
  checklist: z.enum(CHECKLIST_STATES),
  /** The side effects of the change, in sentences. */
  notices: z.array(z.string()),
})

export type SettingsView = z.infer<typeof SettingsView>

/** The body of `PATCH /api/admin/settings`. Either all values are saved or none. Null removes a value. */
export const SettingsChange = z.object({
  version: z.int(),
  values: z.record(z.string().check(z.maxLength(60)), z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Saves a new address of the site without a check that it leads to this server. */
  unchecked: z.optional(z.boolean()),
  /** Saves a change that moves people: without it, such a change is refused with its `effects`. */
  confirmed: z.optional(z.boolean()),
})

export type SettingsChange = z.infer<typeof SettingsChange>

/** The points of the checklist, in order. */
const CHECK_POINTS = ['site', 'address', 'mail', 'contact', 'confirming', 'backups', 'join', 'share'] as const

const CheckPoint = z.object({ id: z.enum(CHECK_POINTS), is_done: z.boolean(), message: z.string() })

export type CheckPoint = z.infer<typeof CheckPoint>

/** The answer of `GET /api/admin/checklist`. The points are tested at each request; a closed checklist has none. */
export const Checklist = z.object({ is_closed: z.boolean(), points: z.array(CheckPoint) })

export type Checklist = z.infer<typeof Checklist>

/** The body of `PATCH /api/admin/checklist`. */
export const ChecklistChange = z.object({ is_closed: z.boolean() })

const MailRecord = z.object({
  record: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['found', 'missing', 'unknown']),
  message: z.string(),
})

export type MailRecord = z.infer<typeof MailRecord>

/**
 * The answer of `GET /api/admin/settings/mail-records`: the DNS records for the saved sender. `last_report_at`: when
 * the mail service last reported a bounce or a complaint; null if it never has.
 */
export const MailRecords = z.object({
  domain: z.string(),
  records: z.array(MailRecord),
  last_report_at: z.nullable(z.iso.datetime()),
})

export type MailRecords = z.infer<typeof MailRecords>

/** `params` of an act of the kind `settings`. Secrets have neither `before` nor `after`. */
export type SettingChange = { name: string; before: string | null; after: string | null; secret?: 'set' | 'removed' }
