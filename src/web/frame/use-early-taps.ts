import { useEffect } from 'react'

declare global {
  interface Window {
    /** Left by public/early.js on prerendered pages. */
    replayEarly?: () => void
  }
}

/** For the component with a page's own content, which may come alive after its frame. Effects of children run first. */
export function useEarlyTaps() {
  useEffect(comeAlive, [])
}

/** Says that the page is alive, and does what was tapped before. */
export function comeAlive() {
  document.documentElement.dataset.alive = ''
  window.replayEarly?.()
}
