import { createTransport } from 'nodemailer'
import type { TestResult } from '#shared/integrations.ts'
import type { Config } from '../config.ts'
import { DeliveryError } from './delivery-error.ts'
import { explainMailError } from './mail-error.ts'

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

/** Any SMTP server, over a few connections that are kept. What is pooled is paced by the jobs, across servers. */
export function createMail({ url, from }: NonNullable<Config['mail']>): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // A message whose connection was gone before any of it was sent; the jobs try everything else again.
    maxRequeues: 1,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, to, replyTo, subject, html, text, unsubscribeLink }) {
      if (!isMailbox(to)) throw new DeliveryError('refused', `${to} is not an address that mail can be sent to.`)
      try {
        await transport.sendMail({
          messageId: `<${messageId}>`,
          from: toMailbox(from),
          // Given apart: what was typed as one address is never taken for two.
          to: { name: '', address: to },
          ...(replyTo && isMailbox(replyTo) && { replyTo: { name: '', address: replyTo } }),
          subject,
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && listUnsubscribe(unsubscribeLink)) },
          signal: AbortSignal.timeout(LONGEST_MS),
        })
      } catch (error) {
        throw explainMailError(error, { from })
      }
    },

    async check() {
      try {
        await transport.verify()
        return { ok: true, message: `The mail server takes mail from ${from}.`, problems: [] }
      } catch (error) {
        const { message } = explainMailError(error, { from })
        return { ok: false, message, problems: [message] }
      }
    },

    close: () => transport.close({ force: true }),
  }
}

/** One plain address. The landing page takes anything with an '@', and what mail programs read in the rest is theirs. */
function isMailbox(address: string): boolean {
  return /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(address)
}

/** A sender's name may hold what means something in a header: brackets, commas, colons. */
function toMailbox(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?) *<?([^\s<>]+)>?$/.exec(from)!
  return { name, address }
}

/** RFC 8058. As prepared headers, because folded ones break some signatures. */
function listUnsubscribe(link: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }
}
