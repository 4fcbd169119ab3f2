import { randomUUIDv7 } from 'node:crypto'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { emailKey, hashedSpellings, keyIfOther } from '../base/email-key.ts'
import { addressFacts } from '../trust/mailbox.ts'
import { drawDistinct } from './stored/draw-code.ts'
import type { Newcomer } from './insert-newcomers.ts'
import type { HeldRequest } from './waiting.ts'

/** Makes one newcomer for each address from its first request. Spellings of an address count as one. */
export function toNewcomers(requests: HeldRequest[], draw: () => string): Newcomer[] {
  const firsts = [...Map.groupBy(requests, ({ email }) => emailKey(email)).values()].map(([first]) => first!)
  const codes = drawDistinct(2 * firsts.length, draw)
  return firsts.map((request, index) =>
    toNewcomer(request, { code: codes[2 * index]!, spare_code: codes[2 * index + 1]! }),
  )
}

/** `spare_code` is used if `code` is taken. */
export function toNewcomer(request: HeldRequest, codes: Pick<Newcomer, 'code' | 'spare_code'>): Newcomer {
  const { website: _website, stamp: _stamp, proof: _proof, seen, used_referral_code, ...person } = request
  const spellings = hashedSpellings(request.email)
  return {
    ...person,
    ...codes,
    id: randomUUIDv7(),
    email_key: keyIfOther(request.email),
    spellings: spellings.length > 1 ? spellings : undefined,
    used_referral_code,
    tidied_code: used_referral_code ? tidyReferralCode(used_referral_code) : undefined,
    at: seen?.at ?? null,
    block: seen?.block ?? null,
    seen_marks: seen?.marks ?? null,
    ...addressFacts(request.email),
  }
}
