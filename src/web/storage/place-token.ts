import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { PLACE_TOKEN } from './keys.ts'
import { readStored, writeStored } from './storage.ts'

// The token of a person's own place. A token from a mailed link is kept in the tab, and a token from joining in the
// browser.

/**
 * The prefix of the token in a link that the person copied: a browser that opens it keeps the token, as after joining
 * there.
 */
const KEPT = 'keep:'

/** The key of the email to which the browser's token belongs. */
export const PLACE_EMAIL = 'placeEmail'

/** Moves the token from the URL's fragment into the storage, so that no bookmark, screenshot or shared link has it. */
export function takePlaceToken() {
  const token = takeFragment()
  if (!token) return
  if (token.startsWith(KEPT)) {
    keepPlaceToken(token.slice(KEPT.length))
    writeStored('sessionStorage', PLACE_TOKEN, null)
  } else writeStored('sessionStorage', PLACE_TOKEN, token)
}

/** Removes the fragment from the URL, and returns it; empty if there is none. */
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

/** The tab's own token, then the browser's: other tabs may belong to other people. */
export function placeToken(): string | null {
  return readStored('sessionStorage', PLACE_TOKEN) ?? browserToken()
}

/** The token of the person who joined in this browser. */
export function browserToken(): string | null {
  return readStored('localStorage', PLACE_TOKEN)
}

/** Stores the token in the browser. `email` is known after joining, but not from a copied link. */
export function keepPlaceToken(token: string, email: string | null = null) {
  writeStored('localStorage', PLACE_TOKEN, token)
  writeStored('localStorage', PLACE_EMAIL, email && normalizeEmail(email))
  markBrowser()
}

/** The browser's token if it belongs to this person: two people may share one phone. */
export function browserTokenOf(email: string): string | null {
  return readStored('localStorage', PLACE_EMAIL) === normalizeEmail(email) ? browserToken() : null
}

/** The fragment of a link whose token stays in the browser that opens it. */
export function keptFragment(token: string): string {
  return KEPT + token
}

/** Forgets one token wherever it is kept, or all without an argument: two people may share one phone. */
export function forgetPlaceToken(token?: string) {
  for (const area of ['sessionStorage', 'localStorage'] as const)
    if (token === undefined || readStored(area, PLACE_TOKEN) === token) writeStored(area, PLACE_TOKEN, null)
  if (browserToken() === null) writeStored('localStorage', PLACE_EMAIL, null)
  markBrowser()
}

/** Marks the document for the landing page's stylesheet, as early/early.ts does before the first paint. */
function markBrowser() {
  document.documentElement.toggleAttribute('data-joined', browserToken() !== null)
}
