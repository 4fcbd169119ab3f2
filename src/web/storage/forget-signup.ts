import { chooseReferralCode } from './arrival.ts'
import { AREAS, CODE, EMAIL } from './signup.ts'
import { readStored, writeStored } from './storage.ts'

/** Another person may have begun a sign-up meanwhile. */
export function forgetSignup(isTheirs: (email: string | null) => boolean) {
  for (const area of AREAS) {
    if (!isTheirs(readStored(area, EMAIL))) continue
    writeStored(area, EMAIL, null)
    writeStored(area, CODE, null)
    chooseReferralCode(undefined)
  }
}
