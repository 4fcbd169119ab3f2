import { useState } from 'react'

/** Stays until the next value, also when the key of its query changes. */
export function useLatest<Value>(value: Value | null | undefined): Value | null {
  const [latest, setLatest] = useState<Value | null>(null)
  if (value === null || value === undefined || value === latest) return latest
  setLatest(value)
  return value
}
