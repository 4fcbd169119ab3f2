import { readStored, writeStored } from './storage.ts'

/** The token of a person's own place. From a link it stays in its tab; from joining, in the browser. */
const KEY = 'placeToken'

/** Said by a link that its owner copied: it stays in the browser that opens it, as if they had joined there. */
const KEPT = 'keep:'

/** For browsers that refuse to store. */
let held: string | null = null

/** Moves the token of the address into the storage, so that no bookmark, screenshot or shared link has it. */
export function takePlaceToken() {
  const token = takeFragment()
  if (!token) return
  if (token.startsWith(KEPT)) {
    keepPlaceToken(token.slice(KEPT.length))
    writeStored('sessionStorage', KEY, null)
    held = null
  } else {
    held = token
    writeStored('sessionStorage', KEY, token)
  }
}

/** Removes the fragment from the address, and returns it. */
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
  return held ?? readStored('sessionStorage', KEY) ?? browserToken()
}

/** The token of the person who joined in this browser. */
export function browserToken(): string | null {
  return readStored('localStorage', KEY)
}

export function keepPlaceToken(token: string) {
  writeStored('localStorage', KEY, token)
}

/** The fragment of a link that stays in the browser that opens it. */
export function keptFragment(token: string): string {
  return KEPT + token
}

/** Forgets one token wherever it is kept; without a name, all: two people may share one phone. */
export function forgetPlaceToken(token?: string) {
  if (token === undefined || held === token) held = null
  for (const area of ['sessionStorage', 'localStorage'] as const)
    if (token === undefined || readStored(area, KEY) === token) writeStored(area, KEY, null)
}
