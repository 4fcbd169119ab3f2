import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { REFERRAL_CODE_ALPHABET } from '#shared/joining/referral-code.ts'
import type { Purpose, TokenContent } from './token-format.ts'

/** Their mails have a code beside the link, for browsers without scripts. */
export const CODED = ['confirm', 'place', 'invitation'] as const satisfies Purpose[]

const LENGTH = 8
const MINUTE_MS = 60_000
const GOOD_FOR_MINUTES = 60

type Coded = Pick<TokenContent, 'purpose' | 'entryId' | 'generation'>

/** Such as `K7P2-QX9M`; the same within a minute. */
export function shortCodeOf({ issuedAt, ...token }: TokenContent, secret: string | KeyObject): string {
  return grouped(draw(token, minuteOf(issuedAt), secret))
}

export function findMinute(
  code: string,
  token: Coded,
  { secret, now }: { secret: string | KeyObject; now: Date },
): Date | null {
  const sent = Buffer.from(tidy(code))
  if (sent.length !== LENGTH) return null
  const latest = minuteOf(now)
  const minutes = Array.from({ length: GOOD_FOR_MINUTES + 1 }, (_, ago) => latest - ago)
  const found = minutes.find((minute) => timingSafeEqual(Buffer.from(draw(token, minute, secret)), sent))
  return found === undefined ? null : new Date(found * MINUTE_MS)
}

function draw({ purpose, entryId, generation }: Coded, minute: number, secret: string | KeyObject): string {
  const digest = createHmac('sha256', secret).update(`code ${purpose} ${entryId} ${generation} ${minute}`).digest()
  return Array.from(
    digest.subarray(0, LENGTH),
    (byte) => REFERRAL_CODE_ALPHABET[byte % REFERRAL_CODE_ALPHABET.length],
  ).join('')
}

function tidy(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

function grouped(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / MINUTE_MS)
}
