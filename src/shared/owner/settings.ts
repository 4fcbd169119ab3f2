import * as z from 'zod/mini'

/** `done`: all points were well when they were last tested. */
const CHECKLIST_STATES = ['open', 'done', 'closed'] as const

export type ChecklistState = (typeof CHECKLIST_STATES)[number]

const Shown = z.object({
  name: z.string(),
  origin: z.enum(['environment', 'dashboard', 'default']),
  /** As text; null if it has none, and for secrets. Of a server's address all but its login. */
  value: z.nullable(z.string()),
  /** Whether it has a value, or an address has a login. */
  is_set: z.boolean(),
  /** What is wrong, in the sentence that a start would print. */
  problem: z.nullable(z.string()),
})

export type ShownSetting = z.infer<typeof Shown>

/** The answer of `GET /api/admin/settings`, and of `PATCH`. */
export const SettingsView = z.object({
  /** Send it back with a change: if somebody else has saved meanwhile, nothing is changed. */
  version: z.int(),
  settings: z.array(Shown),
  /** Why no secret can be saved here; null if they can. */
  no_secrets: z.nullable(z.string()),
  /** The folder that BACKUP_DIR must be in. */
  backup_root: z.string(),
  /** Stored settings that this version of the program does not know. They are kept. */
  unknown: z.array(z.string()),
  /** The checklist before going public. */
  checklist: z.enum(CHECKLIST_STATES),
  /** What the change does besides, in sentences. */
  notices: z.array(z.string()),
})

export type SettingsView = z.infer<typeof SettingsView>

/** The body of `PATCH /api/admin/settings`: all of it is saved, or nothing. Null takes a value away. */
export const SettingsChange = z.object({
  version: z.int(),
  values: z.record(z.string().check(z.maxLength(60)), z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Saves an address of the site although it did not lead to this server when it was checked. */
  unchecked: z.optional(z.boolean()),
})

export type SettingsChange = z.infer<typeof SettingsChange>

/** The points of the checklist, in their order. */
const CHECK_POINTS = ['address', 'mail', 'contact', 'confirming', 'backups', 'join', 'share'] as const

const CheckPoint = z.object({ id: z.enum(CHECK_POINTS), is_done: z.boolean(), message: z.string() })

export type CheckPoint = z.infer<typeof CheckPoint>

/** The answer of `GET /api/admin/checklist`: each point tested now. */
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
 * The answer of `GET /api/admin/settings/mail-records`: what DNS says about the saved sender. `last_report_at`: when the
 * mail service last reported a bounce or a complaint; null if it never has.
 */
export const MailRecords = z.object({
  domain: z.string(),
  records: z.array(MailRecord),
  last_report_at: z.nullable(z.iso.datetime()),
})

export type MailRecords = z.infer<typeof MailRecords>

/** Beside the error `settings-invalid`: the sentence about each setting. */
export const SettingProblems = z.object({ problems: z.record(z.string(), z.string()) })

/** `params` of an act of the kind `settings`. Secrets have neither `before` nor `after`. */
export type SettingChange = { name: string; before: string | null; after: string | null; secret?: 'set' | 'removed' }
