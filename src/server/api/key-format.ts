import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const [NAME, SECRET, CHECK] = [8, 43, 6]
const FORM = new RegExp(`^fc_[0-9A-Za-z]{${NAME}}_[0-9A-Za-z]{${SECRET + CHECK}}$`)

/**
 * Makes a new key: `fc_`, a name to recognise it by, and 32 random bytes with a checksum. Tools that look for leaked
 * keys find this form, and a double click selects all of it.
 */
export function drawKey(): string {
  const body = `fc_${toDigits(randomBytes(NAME), NAME)}_${toDigits(randomBytes(32), SECRET)}`
  return body + checkOf(body)
}

/** Whether a text has the form and the checksum of a key. If not, there is no need to ask the database. */
export function isKey(text: string): boolean {
  return FORM.test(text) && checkOf(text.slice(0, -CHECK)) === text.slice(-CHECK)
}

export function prefixOf(key: string): string {
  return key.slice(0, 'fc_'.length + NAME)
}

export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function checkOf(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return toDigits(bytes, CHECK)
}

function toDigits(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
