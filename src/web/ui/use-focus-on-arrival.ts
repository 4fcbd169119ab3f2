import { useEffect, useRef } from 'react'

/** Focuses an element, usually a heading, when it appears, and scrolls to the top of the page. */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>() {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return first
}
