import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set by public/early.js. */
    early?: {
      /** Repeats the taps from before the page was hydrated. */
      replay: () => void
      /** Shows a notice that part of the page has not arrived, with a link to try again. */
      fail: () => void
    }
  }
}

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
