import { isEmail } from '#shared/email.ts'
import { acceptableCode } from '#shared/referral-link.ts'
import { readStored, writeStored } from './storage.ts'

/** The sign-up between the landing page and the form: the email and the referral code. */
export type Signup = { email: string; referralCode: string | null }

/** False if the browser refuses to store: the form would then not know the email. */
export function saveSignup({ email, referralCode }: Signup): boolean {
  return (
    writeStored('localStorage', 'currentEmail', email) &&
    writeStored('localStorage', 'currentReferralCode', referralCode)
  )
}

/** Null if nothing is stored, or if it is invalid. */
export function currentSignup(): Signup | null {
  const email = readStored('localStorage', 'currentEmail')
  if (!email || !isEmail(email)) return null
  return { email, referralCode: acceptableCode(readStored('localStorage', 'currentReferralCode')) }
}

/** Keeps a sign-up that another person has begun meanwhile. */
export function forgetSignup(email: string) {
  if (readStored('localStorage', 'currentEmail') !== email) return
  writeStored('localStorage', 'currentEmail', null)
  writeStored('localStorage', 'currentReferralCode', null)
}
