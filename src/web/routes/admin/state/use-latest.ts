import { useState } from 'react'

/** The last value that is not null: the last answer of a query stays until the next one, also when its key changes. */
export function useLatest<Value>(value: Value | null | undefined): Value | null {
  const [latest, setLatest] = useState<Value | null>(null)
  if (value === null || value === undefined || value === latest) return latest
  setLatest(value)
  return value
}
