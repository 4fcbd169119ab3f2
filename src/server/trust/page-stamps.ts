import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const CONTENT_BYTES = 14
const MAC_BYTES = 10
/** A stamp is valid for a week, because a tab may stay open for long. */
const GOOD_FOR_MS = 7 * 24 * 60 * 60_000

/** A stamp of six bytes of time, eight random bytes, and their signature. */
export function signStamp(openedAt: Date, key: KeyObject): string {
  const content = randomBytes(CONTENT_BYTES)
  content.writeUIntBE(openedAt.getTime(), 0, 6)
  return Buffer.concat([content, macOf(content, key)]).toString('base64url')
}

/**
 * The time when the form was opened; null for a stamp that is forged or too old. It may be later than `now`, if the
 * clock has stepped back.
 */
export function readStamp(stamp: string, { key, now }: { key: KeyObject; now: Date }): Date | null {
  const bytes = Buffer.from(stamp, 'base64url')
  if (bytes.length !== CONTENT_BYTES + MAC_BYTES) return null
  const content = bytes.subarray(0, CONTENT_BYTES)
  if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), macOf(content, key))) return null
  const openedAt = new Date(content.readUIntBE(0, 6))
  return now.getTime() - openedAt.getTime() > GOOD_FOR_MS ? null : openedAt
}

function macOf(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update('page').update(content).digest().subarray(0, MAC_BYTES)
}
