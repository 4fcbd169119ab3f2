import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const NUMBERS = {
  browser: 1,
  place: 2,
  confirm: 3,
  unsubscribe: 4,
  invitation: 5,
  address: 7,
  redemption: 8,
} as const
export type Purpose = keyof typeof NUMBERS
export const PURPOSES = Object.keys(NUMBERS) as Purpose[]

/** `generation`: how often the tokens had ended before. */
export type TokenContent = { purpose: Purpose; entryId: string; generation: number; issuedAt: Date }

const ID_BYTES = 16
const PROOF_BYTES = 16
const CONTENT_BYTES = 1 + ID_BYTES + 2 + 4

/** 52 characters that need no escaping. */
export function encodeToken(
  { purpose, entryId, generation, issuedAt }: TokenContent,
  secret: string | KeyObject,
): string {
  const content = Buffer.alloc(CONTENT_BYTES)
  content.writeUInt8(NUMBERS[purpose], 0)
  content.write(entryId.replaceAll('-', ''), 1, 'hex')
  content.writeUInt16BE(generation, 1 + ID_BYTES)
  content.writeUInt32BE(Math.floor(issuedAt.getTime() / 1000), 3 + ID_BYTES)
  return Buffer.concat([content, prove(content, secret)]).toString('base64url')
}

export function decodeToken(token: string, secret: string | KeyObject): TokenContent | null {
  const content = readProven(token, { bytes: CONTENT_BYTES, secret })
  if (!content) return null
  const purpose = PURPOSES.find((name) => NUMBERS[name] === content.readUInt8(0))
  if (!purpose) return null
  return {
    purpose,
    entryId: toId(content.subarray(1, 1 + ID_BYTES)),
    generation: content.readUInt16BE(1 + ID_BYTES),
    issuedAt: new Date(content.readUInt32BE(3 + ID_BYTES) * 1000),
  }
}

/** Each token has only one valid encoding. */
function readProven(token: string, { bytes, secret }: { bytes: number; secret: string | KeyObject }): Buffer | null {
  const read = Buffer.from(token, 'base64url')
  if (read.length !== bytes + PROOF_BYTES || read.toString('base64url') !== token) return null
  const content = read.subarray(0, bytes)
  return timingSafeEqual(read.subarray(bytes), prove(content, secret)) ? content : null
}

function prove(content: Buffer, secret: string | KeyObject): Buffer {
  return createHmac('sha256', secret).update(content).digest().subarray(0, PROOF_BYTES)
}

function toId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
