import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The last answer of a query whose key changes. It stays until the next answer arrives, also if that fails. */
export function useShown<Data>({ data }: Pick<UseQueryResult<Data>, 'data'>): Data | null {
  const [shown, setShown] = useState<Data | null>(null)
  if (data === undefined || data === shown) return shown
  setShown(data)
  return data
}
