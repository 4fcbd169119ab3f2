import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { askedSignup, forgetAskedSignup } from './asked-signup.ts'
import { forgetSubmissionsOf } from './keep-submissions.ts'
import { forgetSignup } from './forget-signup.ts'
import { browserTokenOf, forgetPlaceToken } from './place-token.ts'
import { DRAFT, readStored, readStoredJson, writeStored } from './storage.ts'
import { currentSignup } from './signup.ts'

export const LAST_PLACE = 'lastPlace'

export const PLACE_SEEN = 'placeSeen'

export type Leaver = { email: string; joinedPosition: number; codes: string[] }

/**
 * Except what another person has begun here: two people may share one phone. Submissions with an earlier email are
 * recognized by their codes.
 */
export function forgetPerson({ email, codes }: Omit<Leaver, 'joinedPosition'>) {
  const emails = new Set([normalizeEmail(email)])
  const theirCodes = [...codes]
  for (const submission of forgetSubmissionsOf({ emails, codes })) {
    emails.add(normalizeEmail(submission.email))
    theirCodes.push(submission.referral_code)
  }
  const isTheirs = (email: unknown) => typeof email === 'string' && emails.has(normalizeEmail(email))

  for (const one of emails) {
    const token = browserTokenOf(one)
    if (token) forgetPlaceToken(token)
  }
  const last = readStoredJson('sessionStorage', LAST_PLACE) as { token?: string; place?: { email?: unknown } } | null
  if (isTheirs(last?.place?.email)) {
    writeStored('sessionStorage', LAST_PLACE, null)
    forgetPlaceToken(last?.token ?? '')
  }
  const seen = readStoredJson('localStorage', PLACE_SEEN) as { code?: string } | null
  if (theirCodes.includes(seen?.code ?? '')) writeStored('localStorage', PLACE_SEEN, null)
  forgetSignup(isTheirs)
  if (isTheirs(askedSignup()?.email)) forgetAskedSignup()
  if (isTheirs((readStoredJson('sessionStorage', DRAFT) as { email?: unknown } | null)?.email)) {
    writeStored('sessionStorage', DRAFT, null)
    delete document.documentElement.dataset.begun
  }
  if (isBegun()) return
  writeStored('localStorage', 'referralCode', null)
  writeStored('sessionStorage', 'utm', null)
}

/** Another person may have begun to sign up, perhaps with another friend's link. */
function isBegun(): boolean {
  return currentSignup() !== null || askedSignup() !== null || readStored('sessionStorage', DRAFT) !== null
}
