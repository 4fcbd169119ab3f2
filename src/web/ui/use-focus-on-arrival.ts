import { useEffect, useRef } from 'react'

/**
 * Scrolls the page to its top, with `isPart` only to the element. A page that the server has drawn may be read or used
 * already when it comes alive, so it stays as it is.
 */
export function useFocusOnArrival<T extends HTMLElement = HTMLHeadingElement>({ isPart = false } = {}) {
  const first = useRef<T>(null)
  useEffect(() => {
    const { alive, drawn } = document.documentElement.dataset
    if (alive === undefined && drawn !== undefined) return
    first.current?.focus({ preventScroll: !isPart })
    if (!isPart) scrollTo(0, 0)
  }, [isPart])
  return first
}
