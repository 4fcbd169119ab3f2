import { useEffect, useRef } from 'react'

/** Scrolls the page to its top, with `isPart` only to the element. */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>({ isPart = false } = {}) {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: !isPart })
    if (!isPart) scrollTo(0, 0)
  }, [isPart])
  return first
}
