import { useEffect, useRef } from 'react'

/** Puts the focus on a heading, or another element, when it appears, and the page at its top. */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>() {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return first
}
