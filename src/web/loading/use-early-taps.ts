import { useEffect } from 'react'

/** For the component with the page's content, which may hydrate after the frame. Effects of children run first. */
export function useEarlyTaps() {
  useEffect(comeAlive, [])
}

export function comeAlive() {
  document.documentElement.dataset.alive = ''
  window.early?.replay()
}
