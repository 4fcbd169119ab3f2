import { useEffect } from 'react'

/**
 * Call it in the component with the page's content, which may hydrate after the page's frame. Effects of children run
 * first.
 */
export function useEarlyTaps() {
  useEffect(comeAlive, [])
}

/** Marks the page as hydrated, and replays earlier taps. */
export function comeAlive() {
  document.documentElement.dataset.alive = ''
  window.early?.replay()
}
