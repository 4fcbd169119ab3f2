type Area = 'localStorage' | 'sessionStorage'

/** The values that both storage areas refused, by their keys in sessionStorage. */
const memory = new Map<string, string>()

/** Null if nothing is stored. */
export function readStored(area: Area, key: string): string | null {
  let value: string | null = null
  attempt(() => {
    value = window[area].getItem(key)
  })
  return value ?? (area === 'localStorage' ? readStored('sessionStorage', `${area}.${key}`) : (memory.get(key) ?? null))
}

/**
 * Stores a value, or removes it if null. A value that localStorage refuses goes into sessionStorage, and one that
 * sessionStorage refuses into memory: a browser may block its storage, have none, or have no space left in it.
 */
export function writeStored(area: Area, key: string, value: string | null) {
  const isStored = value !== null && attempt(() => window[area].setItem(key, value))
  // An older value must not come back later.
  if (!isStored) attempt(() => window[area].removeItem(key))
  const refused = isStored ? null : value
  if (area === 'localStorage') writeStored('sessionStorage', `${area}.${key}`, refused)
  else if (refused === null) memory.delete(key)
  else memory.set(key, refused)
}

/** Like `readStored`, for JSON. Also null if other code left invalid data there. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}

/** Call before a whole page load, which empties the memory. The values move into the entry of the history. */
export function carryMemory() {
  if (memory.size > 0) history.replaceState({ ...history.state, memory: [...memory] }, '')
}

/**
 * Call after a page load. Moves the values from the history back into memory: in the history, nothing could delete them
 * when a person leaves the list.
 */
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
