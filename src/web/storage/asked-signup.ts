import { isEmail } from '#shared/values/email.ts'
import { acceptableCode } from '#shared/joining/referral-link.ts'
import type { Signup } from './signup.ts'
import { readStoredJson, writeStored } from './storage.ts'

const KEY = 'askedSignup'

export function keepAskedSignup(signup: Signup) {
  writeStored('sessionStorage', KEY, JSON.stringify(signup))
}

export function forgetAskedSignup() {
  writeStored('sessionStorage', KEY, null)
}

export function askedSignup(): Signup | null {
  const stored = readStoredJson('sessionStorage', KEY) as Partial<Signup> | null
  const { email, referralCode } = stored ?? {}
  if (typeof email !== 'string' || !isEmail(email)) return null
  return { email, referralCode: acceptableCode(typeof referralCode === 'string' ? referralCode : null) }
}
