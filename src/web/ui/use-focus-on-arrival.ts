import { useEffect, useRef } from 'react'

/** Puts the focus on a heading when it appears, and the page at its top. */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return heading
}
