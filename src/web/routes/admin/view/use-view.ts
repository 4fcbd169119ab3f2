import { useCallback, useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { changeView, parseView, type View, viewPath } from './view.ts'

export type ChangeView = (change: Partial<View>, options?: { replace?: boolean; state?: unknown }) => void

/**
 * The view in the address, and a function that changes it. Back undoes a change, unless the change replaces the history
 * entry.
 */
export function useView(): [View, ChangeView] {
  const search = useSearch()
  const view = useMemo(() => parseView(search), [search])
  const change = useCallback<ChangeView>((change, options) => {
    // Reads the address itself, which is newer than the last render when two changes come together. Bypasses the
    // router, because that scrolls to the top.
    navigate(viewPath(changeView(parseView(location.search), change)), options)
  }, [])
  return [view, change]
}
