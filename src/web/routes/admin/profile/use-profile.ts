import { useCallback, useRef } from 'react'
import type { ChangeView } from '../view/use-view.ts'
import { parseView } from '../view/view.ts'

/**
 * Opens a profile. Null closes the open profile and returns to the view before the first profile, so that Back never
 * leaves the site.
 */
export function useProfile(changeView: ChangeView): (entry: string | null) => void {
  const isClosing = useRef(false)
  return useCallback(
    (entry) => {
      if (entry !== null) return changeView({ entry }, { state: { profiles: profilesWith() } })
      const opened = openedProfiles()
      // The page's address itself opened the first profile.
      if (opened === 0) return changeView({ entry: null }, { replace: true })
      if (isClosing.current) return
      isClosing.current = true
      addEventListener('popstate', () => (isClosing.current = false), { once: true })
      history.go(-opened)
    },
    [changeView],
  )
}

/**
 * The number of open profiles in the history when another one opens; 0 if there is no view without a profile before
 * them.
 */
function profilesWith(): number {
  const opened = openedProfiles()
  return opened > 0 || parseView(location.search).entry === null ? opened + 1 : 0
}

/** The number of steps back to the view without a profile. */
function openedProfiles(): number {
  return (history.state as { profiles?: number } | null)?.profiles ?? 0
}
