import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { AppError } from '../../base/errors.ts'

/** A mail service's report that mail must no longer go to an address. */
export type MailEvent = { email: string; kind: 'bounce' | 'complaint'; reason: string }

const LONGEST_REASON = 300
/** Services send at most one list. */
const DEEPEST_LIST = 10
const SPAM = 'They reported our mail as spam.'

export function readMailEvents(body: unknown): MailEvent[] {
  const reports = [body].flat(DEEPEST_LIST)
  if (reports.some(Array.isArray))
    throw new AppError('invalid-input', { fields: { body: 'must be a report or a list of reports' } })
  return reports
    .flatMap(unwrapped)
    .flatMap((report) => READERS.flatMap((read) => read(report)))
    .map(({ email, kind, reason }) => ({ email, kind, reason: tidy(reason) }))
}

function unwrapped(report: unknown): unknown {
  const sns = Sns.safeParse(report)
  return sns.success ? parsed(sns.data.Message) : report
}

/** The URL that must be fetched before Amazon sends reports; null for other reports and for URLs outside Amazon. */
export function subscriptionOf(body: unknown): string | null {
  const asked = z.object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string() }).safeParse(body)
  const url = asked.success ? asked.data.SubscribeURL : ''
  return /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\//.test(url) ? url : null
}

const text = orElse(z.string(), '')
const Sns = z.object({ Type: z.literal('Notification'), Message: z.string() })

type Reader = (body: unknown) => MailEvent[]

function reader<Body>(shape: z.ZodMiniType<Body>, read: (body: Body) => MailEvent[]): Reader {
  return (body) => {
    const found = z.safeParse(shape, body)
    return found.success ? read(found.data) : []
  }
}

const POSTMARK_BOUNCES = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']
const postmark = reader(
  z.object({ RecordType: z.string(), Type: text, Email: z.string(), Description: text, Details: text }),
  ({ RecordType, Type, Email, Description, Details }) => {
    if (RecordType === 'SpamComplaint') return [complaint(Email)]
    const isForGood = RecordType === 'Bounce' && POSTMARK_BOUNCES.includes(Type)
    return isForGood ? [bounce(Email, Details || Description)] : []
  },
)

const recipients = orElse(z.array(z.object({ emailAddress: z.string(), diagnosticCode: text })), [])
const ses = reader(
  z.object({
    notificationType: text,
    eventType: text,
    bounce: z.optional(z.object({ bounceType: text, bouncedRecipients: recipients })),
    complaint: z.optional(z.object({ complainedRecipients: recipients })),
  }),
  ({ notificationType, eventType, bounce: bounced, complaint: complained }) => {
    const type = notificationType || eventType
    if (type === 'Complaint')
      return (complained?.complainedRecipients ?? []).map(({ emailAddress }) => complaint(emailAddress))
    if (type !== 'Bounce' || bounced?.bounceType !== 'Permanent') return []
    return bounced.bouncedRecipients.map(({ emailAddress, diagnosticCode }) => bounce(emailAddress, diagnosticCode))
  },
)

const MAILGUN_BOUNCES = ['bounce', 'suppress-bounce']
const MAY_CHANGE = /(?<![\d.])5\.(2\.2|7\.\d+)\b/
const mailgun = reader(
  z.object({
    'event-data': z.object({
      event: z.string(),
      severity: text,
      recipient: z.string(),
      reason: text,
      'delivery-status': orElse(
        z.object({ code: orElse(z.number(), 0), 'enhanced-code': text, message: text, description: text }),
        { code: 0, 'enhanced-code': '', message: '', description: '' },
      ),
    }),
  }),
  ({ 'event-data': { event, severity, recipient, reason, 'delivery-status': status } }) => {
    if (event === 'complained' || reason === 'suppress-complaint') return [complaint(recipient)]
    const mayChange = status.code === 552 || MAY_CHANGE.test(Object.values(status).join(' '))
    const isForGood = event === 'failed' && severity === 'permanent' && MAILGUN_BOUNCES.includes(reason) && !mayChange
    return isForGood ? [bounce(recipient, status.message || status.description || reason)] : []
  },
)

const resend = reader(
  z.object({
    type: z.string(),
    data: z.object({
      to: z.pipe(
        z.union([z.string(), z.array(z.string())]),
        z.transform((to) => [to].flat()),
      ),
      bounce: z.optional(z.object({ type: text, message: text })),
    }),
  }),
  ({ type, data: { to, bounce: bounced } }) => {
    if (type === 'email.complained') return to.map(complaint)
    const isForGood = type === 'email.bounced' && (bounced?.type ?? 'Permanent') === 'Permanent'
    return isForGood ? to.map((email) => bounce(email, bounced?.message ?? '')) : []
  },
)

/** A `dropped` mail was not sent, mostly because its address had bounced before. */
const BOUNCES = ['bounce', 'dropped', 'hard_bounce', 'invalid_email', 'invalid']
const COMPLAINTS = ['spamreport', 'spam', 'complaint']
const PASSING = /unsubscribe|spam report|content|rate|quota|expired/i
const flat = reader(
  z.object({ event: z.string(), email: z.string(), type: text, reason: text }),
  ({ event, email, type, reason }) => {
    if (COMPLAINTS.includes(event)) return [complaint(email)]
    const mayPass = type === 'blocked' || (event === 'dropped' && PASSING.test(reason))
    return BOUNCES.includes(event) && !mayPass ? [bounce(email, reason)] : []
  },
)

const READERS = [postmark, ses, mailgun, resend, flat]

function bounce(email: string, reason: string): MailEvent {
  return { email, kind: 'bounce', reason }
}

function complaint(email: string): MailEvent {
  return { email, kind: 'complaint', reason: SPAM }
}

function tidy(reason: string): string {
  const words = reason
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
    .toWellFormed()
  return words || 'The mail service reported that the address bounces.'
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message)
  } catch {
    return null
  }
}

export const REPORTED_AT = 'mail_reported_at'
