import { useState } from 'react'

/** The last value that was there. So the last answer of a query whose key changes stays until the next answer arrives. */
export function useLatest<Value>(value: Value | null | undefined): Value | null {
  const [latest, setLatest] = useState<Value | null>(null)
  if (value === null || value === undefined || value === latest) return latest
  setLatest(value)
  return value
}
