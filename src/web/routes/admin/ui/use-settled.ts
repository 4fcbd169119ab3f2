import { useEffect, useMemo, useState } from 'react'

const DEBOUNCE_MS = 400

/** A value, debounced, so that a change that another one follows at once asks nothing of the server. */
export function useSettled<Value>(value: Value): Value {
  const now = JSON.stringify(value)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return useMemo(() => JSON.parse(settled) as Value, [settled])
}
