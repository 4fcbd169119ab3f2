import { useEffect, useMemo, useState } from 'react'

const DEBOUNCE_MS = 400

export function useSettled<Value>(value: Value): Value {
  const now = JSON.stringify(value)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return useMemo(() => JSON.parse(settled) as Value, [settled])
}
