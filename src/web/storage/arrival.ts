import type { Utm } from '#shared/join.ts'
import { isStorable, MAX_LENGTH } from '#shared/text.ts'
import { readStored, readStoredJson, writeStored } from './storage.ts'

const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Keeps what the address of the first page says: a friend's code for good, the campaign for this visit. */
export function rememberArrival(search: string) {
  const code = referralCodeIn(search)
  if (code) writeStored('localStorage', 'referralCode', code)

  const parameters = new URLSearchParams(search)
  const utm: Utm = {}
  for (const field of UTM_FIELDS) {
    const value = parameters.get(`utm_${field}`)?.trim()
    if (value && isStorable(value)) utm[field] = value.slice(0, MAX_LENGTH.utm).toWellFormed()
  }
  if (Object.keys(utm).length > 0) writeStored('sessionStorage', 'utm', JSON.stringify(utm))
}

/** The code a visitor came with, now or on an earlier visit. The address goes before what was stored. */
export function knownReferralCode(): string | null {
  return referralCodeIn(location.search) ?? readStored('localStorage', 'referralCode')
}

export function arrivalUtm(): Utm | null {
  return readStoredJson('sessionStorage', 'utm') as Utm | null
}

/** A `ref` that no code can be is ignored, so that it never stands in the way of joining. */
function referralCodeIn(search: string): string | null {
  const code = new URLSearchParams(search).get('ref')?.trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
