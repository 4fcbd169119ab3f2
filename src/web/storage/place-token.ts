import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { PLACE_TOKEN, readStored, writeStored } from './storage.ts'

// A mailed link's token is kept in the tab, one from joining in the browser.

/** Prefix of a copied link's token: a browser that opens it keeps it, as after joining there. */
const KEPT = 'keep:'

export const PLACE_EMAIL = 'placeEmail'

/** So that no bookmark, screenshot or shared link has it. */
export function takePlaceToken() {
  const token = takeFragment()
  if (!token) return
  if (token.startsWith(KEPT)) {
    keepPlaceToken(token.slice(KEPT.length))
    writeStored('sessionStorage', PLACE_TOKEN, null)
  } else writeStored('sessionStorage', PLACE_TOKEN, token)
}

export function takeFragment(): string {
  const fragment = decodedFragment()
  if (fragment) history.replaceState(history.state, '', location.pathname + location.search)
  return fragment
}

function decodedFragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return location.hash.slice(1)
  }
}

/** The tab's own, then the browser's: other tabs may belong to other people. */
export function placeToken(): string | null {
  return readStored('sessionStorage', PLACE_TOKEN) ?? browserToken()
}

export function browserToken(): string | null {
  return readStored('localStorage', PLACE_TOKEN)
}

export function keepPlaceToken(token: string, email: string | null = null) {
  writeStored('localStorage', PLACE_TOKEN, token)
  writeStored('localStorage', PLACE_EMAIL, email && normalizeEmail(email))
  markBrowser()
}

export function browserTokenOf(email: string): string | null {
  return readStored('localStorage', PLACE_EMAIL) === normalizeEmail(email) ? browserToken() : null
}

export function keptFragment(token: string): string {
  return KEPT + token
}

export function forgetPlaceToken(token?: string) {
  for (const area of ['sessionStorage', 'localStorage'] as const)
    if (token === undefined || readStored(area, PLACE_TOKEN) === token) writeStored(area, PLACE_TOKEN, null)
  if (browserToken() === null) writeStored('localStorage', PLACE_EMAIL, null)
  markBrowser()
}

/** For the landing page's stylesheet, as early/early.ts does before the first paint. */
function markBrowser() {
  document.documentElement.toggleAttribute('data-joined', browserToken() !== null)
}
