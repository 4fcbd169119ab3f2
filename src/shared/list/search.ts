import { isEmail, readEmail } from '../values/email.ts'
import { normalizeEmail } from '../values/normalize-email.ts'
import { fold } from './search-text.ts'

/** A position ('#37'), a place in line ('37th'), or a text, which may be a referral code or an address. */
type Search = { position: number } | { rank: number } | { text: string; code: string | null; email: string | null }

const POSITION = /^#\s*(\d[\d.,\s]*)$/
const PLACE_IN_LINE = /^(\d[\d.,]*)\s*(st|nd|rd|th)$/i
const MAX = 2_147_483_647

export function toSearch(q: string): Search {
  const typed = q.trim()
  const position = toNumber(POSITION.exec(typed)?.[1])
  if (position !== null) return { position }
  const rank = toNumber(PLACE_IN_LINE.exec(typed)?.[1])
  if (rank !== null) return { rank }
  return {
    text: fold(q),
    code: /[\s@]/.test(typed) ? null : typed.replace(/^#/, '') || null,
    email: isEmail(typed) ? normalizeEmail(readEmail(typed)) : null,
  }
}

function toNumber(written: string | undefined): number | null {
  const digits = Number(written?.replaceAll(/\D/g, ''))
  return digits >= 1 && digits <= MAX ? digits : null
}
