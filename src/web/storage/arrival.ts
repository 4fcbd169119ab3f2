import type { Utm } from '#shared/join.ts'
import { isStorable, MAX_LENGTH } from '#shared/text.ts'
import { readStored, readStoredJson, writeStored } from './storage.ts'

const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Stores the parameters of the first page's address: a friend's code permanently, the campaign for this visit. */
export function rememberArrival(search: string) {
  const code = referralCodeIn(search)
  if (code) writeStored('localStorage', 'referralCode', code)

  const parameters = new URLSearchParams(search)
  const utm = acceptableUtm((field) => parameters.get(`utm_${field}`))
  if (Object.keys(utm).length > 0) writeStored('sessionStorage', 'utm', JSON.stringify(utm))
}

/** The visitor's choice on this page, by signing up or by Skip: null for no code, undefined before there is a choice. */
let chosen: string | null | undefined
const skipListeners = new Set<() => void>()

/** The code that the visitor chose, or came with. The address takes precedence over the storage. */
export function knownReferralCode(): string | null {
  if (chosen !== undefined) return chosen
  return referralCodeIn(location.search) ?? acceptableCode(readStored('localStorage', 'referralCode'))
}

/** Keeps the code of a sign-up for visitors who come back to the landing page. Undefined: they have joined. */
export function chooseReferralCode(code: typeof chosen) {
  chosen = code
}

/** Records that the visitor wants no code in either form. Lasts as long as the page. */
export function skipReferralCode() {
  chooseReferralCode(null)
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

/** Drops values that the server would refuse: the campaign must never prevent joining. */
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

/** Ignores values that cannot be a code: they must never prevent joining. */
export function acceptableCode(text: string | null): string | null {
  const code = text?.trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
