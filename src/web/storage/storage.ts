type Area = 'localStorage' | 'sessionStorage'

/** Null if nothing is stored, or if the browser refuses access. */
export function readStored(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, or removes it if null. False if the browser refuses. */
export function writeStored(area: Area, key: string, value: string | null): boolean {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Like `readStored`, for JSON. Also null if other code left invalid data there. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null')
  } catch {
    return null
  }
}
