import type { Utm } from '#shared/join.ts'
import { isStorable, MAX_LENGTH } from '#shared/text.ts'
import { readStored, readStoredJson, writeStored } from './storage.ts'

const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Keeps what the address of the first page says: a friend's code for good, the campaign for this visit. */
export function rememberArrival(search: string) {
  const code = referralCodeIn(search)
  if (code) writeStored('localStorage', 'referralCode', code)

  const parameters = new URLSearchParams(search)
  const utm = acceptableUtm((field) => parameters.get(`utm_${field}`))
  if (Object.keys(utm).length > 0) writeStored('sessionStorage', 'utm', JSON.stringify(utm))
}

let isSkipped = false
const skipListeners = new Set<() => void>()

/** The code a visitor came with, now or on an earlier visit. The address goes before what was stored. */
export function knownReferralCode(): string | null {
  if (isSkipped) return null
  return referralCodeIn(location.search) ?? acceptableCode(readStored('localStorage', 'referralCode'))
}

/** The visitor wants no code to go with the sign-up, whichever form it is done in. Lasts as long as the page does. */
export function skipReferralCode() {
  isSkipped = true
  for (const listener of skipListeners) listener()
}

export function onSkip(listener: () => void): () => void {
  skipListeners.add(listener)
  return () => void skipListeners.delete(listener)
}

export function arrivalUtm(): Utm | null {
  const stored = readStoredJson('sessionStorage', 'utm') as Record<string, unknown> | null
  return stored && acceptableUtm((field) => stored[field])
}

/** Only what the server takes: where somebody came from must never stand in the way of joining. */
function acceptableUtm(read: (field: keyof Utm) => unknown): Utm {
  const utm: Utm = {}
  for (const field of UTM_FIELDS) {
    const value = read(field)
    const text = typeof value === 'string' && isStorable(value) ? value.trim() : ''
    if (text) utm[field] = text.slice(0, MAX_LENGTH.utm).toWellFormed()
  }
  return utm
}

function referralCodeIn(search: string): string | null {
  return acceptableCode(new URLSearchParams(search).get('ref'))
}

/** What no code can be is ignored, so that it never stands in the way of joining. */
export function acceptableCode(text: string | null): string | null {
  const code = text?.trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
