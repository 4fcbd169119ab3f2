import { useCallback, useRef } from 'react'
import type { ChangeView } from '../view/use-view.ts'
import { parseView } from '../view/view.ts'

/**
 * Opens a profile; null closes whichever is open, back to the view before the first one, so that Back never leads
 * nowhere.
 */
export function useProfile(changeView: ChangeView): (entry: string | null) => void {
  const isClosing = useRef(false)
  return useCallback(
    (entry) => {
      if (entry !== null) return changeView({ entry }, { state: { profiles: profilesWith() } })
      const opened = openedProfiles()
      // The address itself led to the first one.
      if (opened === 0) return changeView({ entry: null }, { replace: true })
      if (isClosing.current) return
      isClosing.current = true
      addEventListener('popstate', () => (isClosing.current = false), { once: true })
      history.go(-opened)
    },
    [changeView],
  )
}

/** How many there are when another one opens; 0 where no view without any lies behind them. */
function profilesWith(): number {
  const opened = openedProfiles()
  return opened > 0 || parseView(location.search).entry === null ? opened + 1 : 0
}

/** How many steps back the view without a profile is. */
function openedProfiles(): number {
  return (history.state as { profiles?: number } | null)?.profiles ?? 0
}
