import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { site } from '#shared/site/site.ts'
import type { TestResult } from '#shared/owner/integrations.ts'
import type { Config } from '../config/config.ts'
import { DeliveryError } from './delivery-error.ts'
import { toMailbox, toSender } from './mail-address.ts'
import { hideSecrets, secretsOf } from './hide-secrets.ts'
import { explainMailError, refusalOf } from './mail-error.ts'
import { holdSession } from './mail-session.ts'

type OutgoingMail = {
  /** Without angle brackets. The same mail always has the same id, however often it is sent. */
  messageId: string
  to: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  unsubscribeLink: string | null
}

export type Mail = {
  send: (mail: OutgoingMail) => Promise<void>
  check: () => Promise<TestResult>
  close: () => void
}

const SILENCE_MS = 20_000
const LONGEST_MS = 60_000
const KNOWN_FOR_MS = 10 * 60_000

/** Sends through any SMTP server over a small pool of connections. The jobs limit the pace across all our servers. */
export function createMail({ url, from, allowPlaintext }: NonNullable<Config['mail']>): Mail {
  const pool = createPool(allowPlaintext ? url : withTls(url))
  const transport = createTransport(pool, { disableFileAccess: true, disableUrlAccess: true })
  const sender = toSender(from)
  const secrets = secretsOf(url)
  const explain = (error: unknown) => explainMailError(withoutSecrets(error as Error, secrets), { from })
  const takesUtf8 = remember(KNOWN_FOR_MS, () =>
    holdSession(pool.options, async ({ extensions }) => extensions.includes('SMTPUTF8')),
  )

  return {
    async send(mail) {
      const { to } = mail
      const mailbox = toMailbox(to)
      if (!mailbox) throw new DeliveryError('refused', `${to} is not an address that mail can be sent to.`)
      const message = toMessage(mail, { sender, address: mailbox.address })
      try {
        if (mailbox.needsUtf8 && !(await takesUtf8())) throw new DeliveryError('refused', describeUtf8(to))
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(LONGEST_MS) })
      } catch (error) {
        throw error instanceof DeliveryError ? error : explain(error)
      }
    },

    async check() {
      try {
        const refusal = await holdSession(pool.options, ({ command }) => tryAddresses(command, sender.address))
        const problem = refusal && judgeRecipient(explain(refusal))
        return { ok: true, message: `The mail server takes mail from ${from}.`, problems: problem ? [problem] : [] }
      } catch (error) {
        const { message } = error instanceof DeliveryError ? error : explain(error)
        return { ok: false, message, problems: [message] }
      }
    },

    close: () => transport.close({ force: true }),
  }
}

function createPool(url: string): SMTPPool {
  return new SMTPPool({
    url,
    pool: true,
    maxConnections: 4,
    // For a message whose connection was lost before any of it was sent. The jobs retry everything else.
    maxRequeues: 1,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
  })
}

type Sender = ReturnType<typeof toSender>

function toMessage(
  { messageId, replyTo, subject, html, text, unsubscribeLink }: OutgoingMail,
  { sender, address }: { sender: Sender; address: string },
) {
  const answerTo = replyTo === null ? null : toMailbox(replyTo)
  return {
    messageId: `<${messageId}>`,
    from: sender,
    // As an object, so that text typed as one address is never parsed as two.
    to: { name: '', address },
    // A non-ASCII header would need SMTPUTF8 on every server along the way. The body of the mail names the address
    // instead.
    ...(answerTo && !answerTo.needsUtf8 && { replyTo: { name: '', address: answerTo.address } }),
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && listUnsubscribe(unsubscribeLink)) },
  }
}

async function tryAddresses(command: (line: string) => Promise<string>, sender: string): Promise<Error | null> {
  const refusal = refusalOf('MAIL FROM', await command(`MAIL FROM:<${sender}>`))
  if (refusal) throw refusal
  const refusalOfRecipient = refusalOf('RCPT TO', await command(`RCPT TO:<${site().brand.supportEmail}>`))
  await command('RSET')
  return refusalOfRecipient
}

/** Copies the error without the secrets, because its words are stored, shown and logged. */
function withoutSecrets(error: Error & { response?: string }, secrets: string[]): Error {
  const { message, response } = error
  const hide = (text: string) => hideSecrets(text, secrets)
  return Object.assign(new Error(hide(message)), error, response !== undefined && { response: hide(response) })
}

/**
 * Makes the client refuse to send a password without encryption, whatever the URL says. smtps:// is always encrypted.
 */
function withTls(url: string): string {
  const parsed = new URL(url)
  if (parsed.username || parsed.password) parsed.searchParams.set('requireTLS', 'true')
  return parsed.href
}

function judgeRecipient(error: DeliveryError): string | null {
  if (error.kind === 'deferred') return null
  if (error.kind !== 'refused' && error.kind !== 'bounced') throw error
  return `Messages from the contact page cannot reach ${site().brand.supportEmail}, the "Email for questions" under Settings, Site. ${error.message}`
}

function describeUtf8(to: string): string {
  return `${to} has letters before the @ that this mail server cannot handle (it does not offer SMTPUTF8).`
}

function remember<Value>(forMs: number, ask: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | null = null
  return () => {
    if (known && known.until > Date.now()) return known.value
    const value = ask()
    value.catch(() => (known = null))
    known = { value, until: Date.now() + forMs }
    return value
  }
}

/** RFC 8058. The headers are prepared so that they are not folded: folding breaks some signatures. */
function listUnsubscribe(link: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }
}
