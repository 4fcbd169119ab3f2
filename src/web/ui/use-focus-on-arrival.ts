import { useEffect, useRef } from 'react'

/**
 * Focuses a heading or another element when it appears, and scrolls the page to its top. With `isPart`, the element is
 * a part of a page, and the page scrolls only to the element.
 */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>({ isPart = false } = {}) {
  const first = useRef<T>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: !isPart })
    if (!isPart) scrollTo(0, 0)
  }, [isPart])
  return first
}
