import type { OutcomeMessage } from '#shared/joining/embed.ts'
import type { Utm } from '#shared/joining/join.ts'
import { thanksLink } from '#shared/site/paths.ts'
import { knownReferralCode } from './arrival.ts'
import { CODE, EMAIL, saveSignup } from './signup.ts'
import { readStored, writeStored } from './storage.ts'

type LeftEmail = { id: string; email: string; code: string | null; utm: Utm | null; isElsewhere: boolean } & Way
/** `tells`: the origin that is told the outcome. `thanks`: that site's own page; null for ours. */
type Way = { tells: string | null; thanks: string | null }
type Joined = { position: number; referral_code: string }

/** Keeps a reload from bringing an old email back. */
const TAKEN = 'leftEmail'
const ELSEWHERE = 'leftElsewhere'
const WAY = 'leftWay'

/** From our form without scripts, or from another site. */
export function takeLeftEmail() {
  const written = document.getElementById('root')?.dataset.start
  if (!written) return
  const { id, email, code, utm, isElsewhere, tells, thanks } = JSON.parse(written) as LeftEmail
  // Other pages have other data there.
  if (!id || readStored('sessionStorage', TAKEN) === id) return
  writeStored('sessionStorage', TAKEN, id)
  writeStored('sessionStorage', ELSEWHERE, isElsewhere ? email : null)
  writeStored('sessionStorage', WAY, JSON.stringify({ tells, thanks } satisfies Way))
  if (utm) writeStored('sessionStorage', 'utm', JSON.stringify(utm))
  if (!isElsewhere) return saveSignup({ email, referralCode: code ?? knownReferralCode() })
  // Another site must not replace anything that the browser keeps.
  writeStored('sessionStorage', EMAIL, email)
  writeStored('sessionStorage', CODE, code)
}

export function isLeftElsewhere(email: string): boolean {
  return readStored('sessionStorage', ELSEWHERE) === email
}

/** `joined` is null if the email must be confirmed first. Returns that site's thank-you page; null for ours. */
export function tellOtherSite(email: string, joined: Joined | null): string | null {
  const written = readStored('sessionStorage', WAY)
  if (!isLeftElsewhere(email) || written === null) return null
  const { tells, thanks } = JSON.parse(written) as Way
  writeStored('sessionStorage', WAY, null)
  const message: OutcomeMessage = joined
    ? { firstchair: 'joined', position: joined.position, code: joined.referral_code }
    : { firstchair: 'asked' }
  if (tells !== null && window.opener) (window.opener as Window).postMessage(message, tells)
  return thanks === null || joined === null ? null : thanksLink(thanks, joined)
}
