import { useEffect } from 'react'

declare global {
  interface Window {
    /** Left by public/early.js on prerendered pages. */
    replayEarly?: () => void
  }
}

/** Says that the page is alive and does what was tapped before. Effects of children run first: everybody listens. */
export function useEarlyTaps() {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
    window.replayEarly?.()
  }, [])
}
