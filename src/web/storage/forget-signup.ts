import { chooseReferralCode } from './arrival.ts'
import { AREAS, CODE, EMAIL } from './signup.ts'
import { readStored, writeStored } from './storage.ts'

// Apart from signup.ts, which is part of the first load.

/** Keeps a sign-up that another person has begun meanwhile. */
export function forgetSignup(isTheirs: (email: string | null) => boolean) {
  for (const area of AREAS) {
    if (!isTheirs(readStored(area, EMAIL))) continue
    writeStored(area, EMAIL, null)
    writeStored(area, CODE, null)
    chooseReferralCode(undefined)
  }
}
