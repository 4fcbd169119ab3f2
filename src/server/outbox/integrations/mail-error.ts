import { DeliveryError } from './delivery-error.ts'

type MailError = Error & {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  /** Whether the same mail would get the same answer again. */
  permanent?: boolean
}

const SETTING = 'Check your mail settings.'
const ASKS_FOR_LOGIN = [530, 534, 535, 538]
const CONNECTION = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EABORT', 'EPROXY', 'EPROTOCOL', 'ESTREAM']
/** Temporary answers that may concern all mail, by RFC 3463 or by their words; 4.2.x concerns one mailbox. */
const BUSY = /^\d{3}[ -](?!4\.2\.)(4\.[34]\.|.*\b(rate|throttl\w*|too many|too fast)\b)/i
/** RFC 3463 and 7505. A full mailbox (5.2.2) and a policy (5.7) may change, so they are not among them. */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([1236]|10)|2\.1)\b/
/** Codes of RFC 7372 and of Gmail: the checks of SPF, DKIM or reverse DNS failed for the sender. */
const NOT_TRUSTED = /^5\d\d[ -]5\.7\.2[0-6]\b/
/** They refuse for good, although a limit of ours opens again. 5.2.x is about the recipient's mailbox. */
const OUR_LIMIT =
  /^5\d\d[ -](?!5\.2\.)(5\.4\.5\b|(?=.*\b(sending|daily|hourly|per (hour|day))\b)(?=.*\b(limit|quota|max)\b).*\b(exceed|reached))/i
const RECORDS = 'Check the SPF and DKIM records of the sender’s domain.'
const FOR_GOOD = 'The mail server refused this mail for good'
const NO_ENCRYPTION =
  'The mail server offers no encryption, so the password could be read on its way. Choose TLS or another port. For a ' +
  'server in your own network, set Encryption to None.'

const NODES_ADVICE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca/

export function explainMailError(thrown: unknown, { from }: { from: string }): DeliveryError {
  const error = thrown as MailError
  error.message = error.message.replace(NODES_ADVICE, '')
  const { code = '', command = '', responseCode = 0, permanent } = error
  const answer = (error.response?.trim() ?? error.message).replaceAll(/\s*\n\s*/g, ' ')
  const fail: Fail = (kind, sentence, options = {}) =>
    new DeliveryError(kind, [sentence, adviceOn(`${error.message} ${answer}`)].filter(Boolean).join(' '), {
      cause: error,
      ...options,
    })
  // For answers that come late in an SMTP conversation. A check runs only the beginning of one, so it cannot detect
  // these problems.
  const failLate = (message: string) => fail('failed', message, { isUntestable: true })

  if (code === 'ETLS' && command === 'STARTTLS' && responseCode >= 500) return fail('misconfigured', NO_ENCRYPTION)
  if (isUntrusted(error)) return fail('misconfigured', `The connection to the mail server is not secure. ${SETTING}`)
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) || ASKS_FOR_LOGIN.includes(responseCode))
    return explainLogin(answer, { responseCode, fail })
  if (code === 'EDNS') return fail('unavailable', `No server has the name of this mail server. ${SETTING}`)
  if (code === 'EPROTOCOL')
    return fail('unavailable', `The program at this address is not a mail server, or is busy: ${answer}. ${SETTING}`)
  if (responseCode === 421 || CONNECTION.includes(code)) return fail('unavailable', describeSilence(error))

  if (command === 'MAIL FROM') return explainSender(answer, { from, permanent, fail })
  if (responseCode === 0) {
    const isJudged = ['EENVELOPE', 'EMESSAGE'].includes(code) || command === 'API'
    if (isJudged) return fail('refused', `This mail cannot be sent: ${inPlainWords(error)}`)
    return fail('unavailable', `This mail did not get to the mail server: ${inPlainWords(error)}`)
  }
  // A single answer about a recipient never stops other mail: anybody can enter an address that causes such an answer.
  if (!permanent) {
    const message = `The mail server asks to try again later: ${answer}`
    return BUSY.test(answer) ? failLate(message) : fail('deferred', message)
  }
  if (NO_MAILBOX.test(answer)) return fail('bounced', `${FOR_GOOD}: ${answer}`)
  if (OUR_LIMIT.test(answer)) return failLate(`Our limit at the mail server is reached. It said: ${answer}`)
  if (NOT_TRUSTED.test(answer)) return failLate(`Your email isn’t trusted. ${RECORDS} It said: ${answer}`)
  if (names(answer, from)) return failLate(`The mail server seems not to take mail from ${from}. It said: ${answer}`)
  if (/\brelay/i.test(answer))
    return fail('failed', `The mail server does not pass mail on for us. ${SETTING} It said: ${answer}`)
  return fail('refused', `${FOR_GOOD}: ${answer}`)
}

type Fail = (kind: DeliveryError['kind'], sentence: string, options?: { isUntestable?: true }) => DeliveryError

function explainLogin(answer: string, { responseCode, fail }: { responseCode: number; fail: Fail }): DeliveryError {
  if (responseCode >= 400 && responseCode < 500) return fail('unavailable', `The mail server is busy: ${answer}`)
  return fail(
    'misconfigured',
    `The mail server does not accept the user name and password. ${SETTING} It said: ${answer}`,
  )
}

type Sender = { from: string; permanent: boolean | undefined; fail: Fail }

function explainSender(answer: string, { from, permanent, fail }: Sender) {
  if (!permanent || OUR_LIMIT.test(answer)) return fail('unavailable', `The mail server is busy: ${answer}`)
  const advice = 'Set the sender under Settings to an address it knows.'
  return fail('misconfigured', `The mail server takes no mail from ${from}. ${advice} It said: ${answer}`)
}

const ADVICE: [words: RegExp, advice: string][] = [
  [
    /wrong version number|packet length too long|0A00010B|0A0000C6/i,
    'This port begins without encryption: take port 465 with TLS, or 587 with STARTTLS.',
  ],
  [/altname/i, 'Its certificate is for another name: write the host as your mail service does.'],
  [
    /certificate.*(expired|not yet valid)/i,
    'Its certificate is not valid today. The people who run it have to renew it.',
  ],
  [
    /self.signed|unable to (get|verify)|certificate/i,
    'Nobody vouches for its certificate: write the host as your mail service does.',
  ],
  [
    /application-specific password|5\.7\.9\b|\bgsmtp\b.*not accepted|not accepted.*\bgsmtp\b/i,
    'Google wants an app password: Google account, Security, 2-Step Verification, App passwords.',
  ],
  [
    /5\.7\.139|SmtpClientAuthentication/i,
    'Turn on "Authenticated SMTP" for this mailbox in the Microsoft 365 admin center, or use an app password.',
  ],
  [
    /sandbox|pending approval|authorized recipients|not verified.*(region|identit)/i,
    'Your account there is still on trial ("sandbox"), or the sender is not verified there: verify the domain, and ask the service to lift the trial.',
  ],
  [
    /sender.{0,40}(not|un)\s?(verified|authenticated|authorized)|(not|un)\s?verified|verified Sender Identity/i,
    'Verify the domain of the sender at your mail service first.',
  ],
]

function adviceOn(words: string): string | null {
  return ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

function isUntrusted({ code, originalCode = '' }: MailError): boolean {
  return code === 'ETLS' || /CERT|_TLS_|^ERR_SSL/.test(originalCode)
}

const PORTS = ' Port 465 wants TLS, and 587 STARTTLS; many networks block port 25.'

function describeSilence(error: MailError): string {
  const { code, command, response } = error
  if (response) return `The mail server ends the conversation: ${response.trim()}`
  if (code === 'ETIMEDOUT' || code === 'EABORT')
    return `The mail server does not answer in time.${command === 'CONN' ? PORTS : ''}`
  return `The mail server cannot be reached: ${inPlainWords(error)}. Look at its host and port.`
}

const PLAIN_WORDS: [said: RegExp, words: string][] = [
  [/ECONNREFUSED/, 'nothing answers there'],
  [/ENOTFOUND|EAI_AGAIN|ENODATA/, 'no server has this name'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'the network of this server has no way there'],
  [/ECONNRESET|EPIPE|closed|hang up/i, 'the connection was closed'],
  [/ETIMEDOUT|timeout|timed out/i, 'there was no answer in time'],
  [/SSL routines|\berror:[\da-f]{8}|EPROTO\b|\bTLS\b/i, 'no encrypted connection could be made'],
]

function inPlainWords({ code = '', originalCode = '', message }: MailError): string {
  const said = `${code} ${originalCode} ${message}`
  return PLAIN_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? message
}

function names(answer: string, from: string): boolean {
  const address = /[^\s<>]+@[^\s<>]+/.exec(from)![0]
  return answer.toLowerCase().includes(address.toLowerCase())
}

/** Converts a mail server's answer into the error that the library would throw; null if the answer is not a refusal. */
export function refusalOf(command: 'MAIL FROM' | 'RCPT TO', response: string): Error | null {
  const responseCode = Number(response.slice(0, 3))
  if (responseCode < 400) return null
  return Object.assign(new Error(response), { command, response, responseCode, permanent: responseCode >= 500 })
}
