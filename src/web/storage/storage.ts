export const PLACE_TOKEN = 'placeToken'

export const DRAFT = 'formDraft'

export const CONSENT = 'analyticsConsent'

export const LANGUAGE_OFFERED = 'languageOffered'

type Area = 'localStorage' | 'sessionStorage'

const memory = new Map<string, string>()

export function readStored(area: Area, key: string): string | null {
  let value: string | null = null
  attempt(() => {
    value = window[area].getItem(key)
  })
  return value ?? (area === 'localStorage' ? readStored('sessionStorage', `${area}.${key}`) : (memory.get(key) ?? null))
}

/** Null removes. What localStorage refuses goes into sessionStorage, then into memory. */
export function writeStored(area: Area, key: string, value: string | null) {
  const isStored = value !== null && attempt(() => window[area].setItem(key, value))
  // An older value must not come back later.
  if (!isStored) attempt(() => window[area].removeItem(key))
  const refused = isStored ? null : value
  if (area === 'localStorage') writeStored('sessionStorage', `${area}.${key}`, refused)
  else if (refused === null) memory.delete(key)
  else memory.set(key, refused)
}

export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

export function carryMemory() {
  if (memory.size > 0) history.replaceState({ ...history.state, memory: [...memory] }, '')
}

/** In the history, nothing could delete them when a person leaves the list. */
export function takeMemory() {
  const { memory: carried, ...state } = history.state ?? {}
  if (!carried) return
  for (const [key, value] of carried) memory.set(key, value)
  history.replaceState(state, '')
}

function attempt(access: () => void): boolean {
  try {
    access()
    return true
  } catch {
    return false
  }
}
