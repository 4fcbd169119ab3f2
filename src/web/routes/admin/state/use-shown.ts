import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The last answer of a query whose key changes: it stays until the next one is there, also when that fails. */
export function useShown<Data>({ data }: Pick<UseQueryResult<Data>, 'data'>): Data | null {
  const [shown, setShown] = useState<Data | null>(null)
  if (data === undefined || data === shown) return shown
  setShown(data)
  return data
}
