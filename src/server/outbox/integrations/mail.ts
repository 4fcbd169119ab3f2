import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { site } from '#shared/site/site.ts'
import type { TestResult } from '#shared/owner/integrations.ts'
import type { Config } from '../../base/config/config.ts'
import { DeliveryError, hideSecrets, secretsOf } from './delivery-error.ts'
import { explainMailError, refusalOf } from './mail-error.ts'
import { isMailable, readEmail } from '#shared/values/email.ts'
import { asciiDomain } from '../../base/email-key.ts'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

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

/** With the domain in ASCII; null if no mail can reach it. */
function toMailbox(stored: string): { address: string; needsUtf8: boolean } | null {
  const address = readEmail(stored)
  const at = address.lastIndexOf('@')
  const [local, ascii] = [address.slice(0, at), asciiDomain(address.slice(at + 1))]
  if (!isMailable(address) || ascii === null) return null
  return { address: `${local}@${ascii}`, needsUtf8: !isAscii(local) }
}

/** The name may contain brackets, commas or colons, which have a meaning in a header. */
function toSender(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?) *<?([^\s<>]+)>?$/.exec(from)!
  return { name, address }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

type Session = {
  extensions: string[]
  command: (line: string) => Promise<string>
}

/** A custom login method: only such a method gets the open connection. */
const TALK = 'TALK'

/** The library's timeouts restart with each byte. */
const LONGEST_TALK_MS = 18_000

function holdSession<Result>(
  options: SMTPConnectionOptions & { auth?: SMTPConnectionAuth | undefined },
  talk: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const connection = new SMTPConnection({
    ...options,
    customAuth: {
      [TALK]: async ({ extensions, sendCommand }) => {
        const command = async (line: string) => (await sendCommand(line)).response
        await talk({ extensions, command }).then(resolve, reject)
      },
    },
  })
  let step: string | undefined = 'CONN'
  const tooLate = () => reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: step }))
  const timer = setTimeout(tooLate, LONGEST_TALK_MS)
  const startTalking = (failure?: Error | null) =>
    failure ? reject(failure) : connection.login({ method: TALK }, (failure) => failure && reject(failure))
  connection.on('error', reject)
  connection.on('end', () => reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })))
  connection.connect((failure) => {
    if (failure) return reject(failure)
    step = undefined
    if (options.auth && connection.allowsAuth) connection.login(options.auth, startTalking)
    else startTalking()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    connection.close()
  })
}
