import { isEmail } from '#shared/values/email.ts'
import { acceptableCode } from '#shared/joining/referral-link.ts'
import { chooseReferralCode } from './arrival.ts'
import { readStored, writeStored } from './storage.ts'

export type Signup = { email: string; referralCode: string | null }

export const EMAIL = 'currentEmail'
export const CODE = 'currentReferralCode'

export const AREAS = ['sessionStorage', 'localStorage'] as const

export function saveSignup({ email, referralCode }: Signup) {
  chooseReferralCode(referralCode)
  for (const area of AREAS) {
    writeStored(area, EMAIL, email)
    writeStored(area, CODE, referralCode)
  }
}

export function currentSignup(): Signup | null {
  for (const area of AREAS) {
    const email = readStored(area, EMAIL)
    if (email && isEmail(email)) return { email, referralCode: acceptableCode(readStored(area, CODE)) }
  }
  return null
}
