import { useEffect } from 'react'

/** The component may hydrate after the frame. Effects of children run first. */
export function useEarlyTaps() {
  useEffect(comeAlive, [])
}

export function comeAlive() {
  document.documentElement.dataset.alive = ''
  window.early?.replay()
}
