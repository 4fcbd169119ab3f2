import { randomInt } from 'node:crypto'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from '#shared/referral-code.ts'

/** A random referral code. Whether it is free is for the caller to find out. */
export function drawCode(): string {
  let code = ''
  while (code.length < REFERRAL_CODE_LENGTH) code += REFERRAL_CODE_ALPHABET[randomInt(REFERRAL_CODE_ALPHABET.length)]
  return code
}

/** So many codes, none of them twice. */
export function drawDistinct(count: number, draw: () => string): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(draw())
  return [...codes]
}
