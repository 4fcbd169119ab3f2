import type { Utm } from '#shared/joining/join.ts'
import { acceptableCode, referralCodeIn } from '#shared/joining/referral-link.ts'
import { cut, isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { readStored, readStoredJson, writeStored } from './storage.ts'

const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const

export const CODE_OF_FRIEND = 'referralCode'

/** A friend's code is kept permanently, the campaign for this visit. */
export function rememberArrival(search: string, code: string | null) {
  if (code) writeStored('localStorage', CODE_OF_FRIEND, code)

  const parameters = new URLSearchParams(search)
  const utm = acceptableUtm((field) => parameters.get(`utm_${field}`))
  if (Object.keys(utm).length > 0) writeStored('sessionStorage', 'utm', JSON.stringify(utm))
}

let chosen: string | null | undefined
const listeners = new Set<() => void>()

/** In both forms; null if the field is closed. The address takes precedence over the storage. */
export function knownReferralCode(): string | null {
  if (chosen !== undefined) return chosen
  return referralCodeIn(location.search) ?? acceptableCode(readStored('localStorage', CODE_OF_FRIEND))
}

export function chooseReferralCode(code: typeof chosen) {
  chosen = code
  for (const listener of listeners) listener()
}

export const verdicts = new Map<string, string>()

export function judgeCode(code: string, refusal: string) {
  verdicts.set(code, refusal)
  for (const listener of listeners) listener()
}

export function onReferralCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function arrivalUtm(): Utm | null {
  const stored = readStoredJson('sessionStorage', 'utm') as Record<string, unknown> | null
  return stored && acceptableUtm((field) => stored[field])
}

/** The campaign must never prevent joining. */
function acceptableUtm(read: (field: keyof Utm) => unknown): Utm {
  const utm: Utm = {}
  for (const field of UTM_FIELDS) {
    const value = read(field)
    const text = typeof value === 'string' && isStorable(value) ? value.trim() : ''
    if (text) utm[field] = cut(text, MAX_LENGTH.utm)
  }
  return utm
}
