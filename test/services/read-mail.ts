/** A received mail, decoded. */
export type ReceivedMail = {
  /** The recipients of the SMTP envelope, whatever the headers say. */
  to: string[]
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>
  messageId: string
  subject: string
  text: string
  html: string
  raw: string
}

/** Reads mails of the format that the server writes: two alternatives, in quoted-printable or base64. */
export function readMail(raw: string, to: string[]): ReceivedMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(split) : [{ headers, body }]
  const part = (type: string) => {
    const found = parts.find(({ headers }) => headers['content-type']?.startsWith(type))
    return found ? decodeBody(found.body.trim(), found.headers['content-transfer-encoding'] ?? '') : ''
  }
  return {
    to,
    headers,
    messageId: headers['message-id'] ?? '',
    subject: headers.subject ?? '',
    text: part('text/plain').replaceAll('\r\n', '\n'),
    html: part('text/html').replaceAll('\r\n', '\n'),
    raw,
  }
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = text.replace(/^\r\n/, '').split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)])
  return {
    headers: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeWords(value.trim())])),
    body: rest.join('\r\n\r\n'),
  }
}

/** Decodes encoded words (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
