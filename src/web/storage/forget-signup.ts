import { chooseReferralCode } from './arrival.ts'
import { AREAS, CODE, EMAIL } from './signup.ts'
import { readStored, writeStored } from './storage.ts'

// This is not in signup.ts because that is part of the first load.

/** Forgets the sign-up that was begun here if it is theirs: another person may have begun one meanwhile. */
export function forgetSignup(isTheirs: (email: string | null) => boolean) {
  for (const area of AREAS) {
    if (!isTheirs(readStored(area, EMAIL))) continue
    writeStored(area, EMAIL, null)
    writeStored(area, CODE, null)
    chooseReferralCode(undefined)
  }
}
