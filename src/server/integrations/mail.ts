import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { brand } from '#site/brand.ts'
import type { TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { DeliveryError } from './delivery-error.ts'
import { toMailbox, toSender } from './mail-address.ts'
import { explainMailError, refusalOf } from './mail-error.ts'
import { holdSession } from './mail-session.ts'

type OutgoingMail = {
  /** Without angle brackets. The same one for the same mail, whenever it is sent. */
  messageId: string
  to: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Ends all mail to this person; null where there is nothing to end. */
  unsubscribeLink: string | null
}

export type Mail = {
  /** Resolves when the server has taken it; throws a DeliveryError. */
  send: (mail: OutgoingMail) => Promise<void>
  check: () => Promise<TestResult>
  close: () => void
}

/** A server that says nothing for so long is away. */
const SILENCE_MS = 20_000
/** One mail, its wait for a connection included. */
const LONGEST_MS = 60_000
/** How long to believe what a server said it can do. */
const KNOWN_FOR_MS = 10 * 60_000

/** Any SMTP server, over a few connections that are kept. What is pooled is paced by the jobs, across servers. */
export function createMail({ url, from, allowPlaintext }: NonNullable<Config['mail']>): Mail {
  const pool = new SMTPPool({
    url: allowPlaintext ? url : withTls(url),
    pool: true,
    maxConnections: 4,
    // A message whose connection was gone before any of it was sent; the jobs try everything else again.
    maxRequeues: 1,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
  })
  const transport = createTransport(pool, { disableFileAccess: true, disableUrlAccess: true })
  const sender = toSender(from)
  const takesUtf8 = remember(KNOWN_FOR_MS, () =>
    holdSession(pool.options, async ({ extensions }) => extensions.includes('SMTPUTF8')),
  )

  return {
    async send({ messageId, to, replyTo, subject, html, text, unsubscribeLink }) {
      const mailbox = toMailbox(to)
      if (!mailbox) throw new DeliveryError('refused', `${to} is not an address that mail can be sent to.`)
      const answerTo = replyTo === null ? null : toMailbox(replyTo)
      try {
        if (mailbox.needsUtf8 && !(await takesUtf8())) throw new DeliveryError('refused', describeUtf8(to))
        await transport.sendMail({
          messageId: `<${messageId}>`,
          from: sender,
          // Given apart: what was typed as one address is never taken for two.
          to: { name: '', address: mailbox.address },
          // A header in other letters would need every server on the way to know SMTPUTF8. The mail says the address.
          ...(answerTo && !answerTo.needsUtf8 && { replyTo: { name: '', address: answerTo.address } }),
          subject,
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && listUnsubscribe(unsubscribeLink)) },
          signal: AbortSignal.timeout(LONGEST_MS),
        })
      } catch (error) {
        throw error instanceof DeliveryError ? error : explainMailError(error, { from })
      }
    },

    async check() {
      try {
        const problem = await holdSession(pool.options, async ({ command }) => {
          const taken = refusalOf('MAIL FROM', await command(`MAIL FROM:<${sender.address}>`))
          if (taken) throw taken
          const refusal = refusalOf('RCPT TO', await command(`RCPT TO:<${brand.supportEmail}>`))
          await command('RSET')
          return refusal && judgeRecipient(explainMailError(refusal, { from }))
        })
        return { ok: true, message: `The mail server takes mail from ${from}.`, problems: problem ? [problem] : [] }
      } catch (error) {
        const { message } = error instanceof DeliveryError ? error : explainMailError(error, { from })
        return { ok: false, message, problems: [message] }
      }
    },

    close: () => transport.close({ force: true }),
  }
}

/** Has a password wait for encryption, whatever else the address says. With smtps:// nothing is sent before it. */
function withTls(url: string): string {
  const parsed = new URL(url)
  if (parsed.username || parsed.password) parsed.searchParams.set('requireTLS', 'true')
  return parsed.href
}

/** What the server says of the support address: a failure of the server, or what concerns that address alone. */
function judgeRecipient(error: DeliveryError): string | null {
  if (error.kind === 'deferred') return null
  if (error.kind !== 'refused' && error.kind !== 'bounced') throw error
  return `Messages from the contact page cannot reach ${brand.supportEmail}, the support address in src/site/brand.ts. ${error.message}`
}

function describeUtf8(to: string): string {
  return `${to} has mails before the @ that this mail server cannot handle (it does not offer SMTPUTF8).`
}

/** Asks once, and again after a while or a failure. */
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

/** RFC 8058. As prepared headers, because folded ones break some signatures. */
function listUnsubscribe(link: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }
}
