import { useEffect, useRef } from 'react'

/** Puts the focus on a heading, or another element, when it appears, and the page at its top unless `isPart` of one. */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>({ isPart = false } = {}) {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: !isPart })
    if (!isPart) scrollTo(0, 0)
  }, [isPart])
  return first
}
