import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set by public/early.js. */
    early?: {
      /** Repeats the early taps, because the page listens from now on. */
      replay: () => void
      /** Part of the page has not arrived: says so, and offers to try again. */
      fail: () => void
    }
  }
}

/**
 * Call it in the component with the page's content, which may hydrate after its frame. Effects of children run first.
 */
export function useEarlyTaps() {
  useEffect(comeAlive, [])
}

/** Marks the page as hydrated, and replays earlier taps. */
export function comeAlive() {
  document.documentElement.dataset.alive = ''
  window.early?.replay()
}
