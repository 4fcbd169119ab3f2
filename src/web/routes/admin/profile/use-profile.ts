import { useCallback, useRef } from 'react'
import { type ChangeView, shownView } from '../view/use-view.ts'

/** Null closes it and returns to the view before the first profile, so that Back never leaves the site. */
export function useProfile(changeView: ChangeView): (entry: string | null) => void {
  const isClosing = useRef(false)
  return useCallback(
    (entry) => {
      if (entry !== null) return changeView({ entry }, { state: { profiles: profilesWith() } })
      const opened = openedProfiles()
      // The tab began at the address of a profile, so there is no earlier view to go back to.
      if (opened === 0) return changeView({ entry: null }, { replace: true })
      if (isClosing.current) return
      isClosing.current = true
      addEventListener('popstate', () => (isClosing.current = false), { once: true })
      history.go(-opened)
    },
    [changeView],
  )
}

/** Once another profile is open; 0 if the history has no view without one. */
function profilesWith(): number {
  const opened = openedProfiles()
  return opened > 0 || shownView().entry === null ? opened + 1 : 0
}

/** 0 if the history has no such view. */
function openedProfiles(): number {
  return (history.state as { profiles?: number } | null)?.profiles ?? 0
}
