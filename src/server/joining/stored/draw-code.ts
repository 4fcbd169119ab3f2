import { randomInt } from 'node:crypto'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from '#shared/joining/referral-code.ts'

/** Draws a random referral code. The caller checks whether it is free. */
export function drawCode(): string {
  let code = ''
  while (code.length < REFERRAL_CODE_LENGTH) code += REFERRAL_CODE_ALPHABET[randomInt(REFERRAL_CODE_ALPHABET.length)]
  return code
}

/** Draws this many codes, all different. */
export function drawDistinct(count: number, draw: () => string): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(draw())
  return [...codes]
}
