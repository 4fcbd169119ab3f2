import { useEffect } from 'react'

declare global {
  interface Window {
    /** Left by public/early.js on prerendered pages. */
    replayEarly?: () => void
  }
}

/** Does what was tapped or submitted before the page came alive. Effects of children run first: everybody listens. */
export function useEarlyTaps() {
  useEffect(() => window.replayEarly?.(), [])
}
