import { isEmail } from '#shared/email.ts'
import { acceptableCode } from './arrival.ts'
import { readStored, writeStored } from './storage.ts'

/** Between the landing page and the form: who is joining, and on whose recommendation. */
export type Signup = { email: string; referralCode: string | null }

/** False where the browser refuses to store, and the form would not know who is joining. */
export function saveSignup({ email, referralCode }: Signup): boolean {
  return (
    writeStored('localStorage', 'currentEmail', email) &&
    writeStored('localStorage', 'currentReferralCode', referralCode)
  )
}

/** Null where nobody has signed up, and where what is stored is not what the landing page would have stored. */
export function currentSignup(): Signup | null {
  const email = readStored('localStorage', 'currentEmail')
  if (!email || !isEmail(email)) return null
  return { email, referralCode: acceptableCode(readStored('localStorage', 'currentReferralCode')) }
}

/** Leaves a sign-up that somebody else has begun meanwhile. */
export function forgetSignup(email: string) {
  if (readStored('localStorage', 'currentEmail') !== email) return
  writeStored('localStorage', 'currentEmail', null)
  writeStored('localStorage', 'currentReferralCode', null)
}
