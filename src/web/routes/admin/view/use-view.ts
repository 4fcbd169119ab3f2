import { useCallback, useLayoutEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { type View, changeView, parseView, viewPath } from './view.ts'
import type { Syncing } from '../../../sync/use-sync.ts'

export type ChangeView = (change: Partial<View>, options?: { replace?: boolean; state?: unknown }) => void

/** Back undoes a change, unless the change replaces the history entry. */
export function useView(): [View, ChangeView] {
  const [path] = useLocation()
  const search = useSearch()
  const view = useMemo(() => parseView(search, path), [search, path])
  const change = useCallback<ChangeView>((change, options) => {
    // Reads the address itself, which is newer than the last render when two changes come together. Bypasses the
    // router, because that scrolls to the top.
    const former = shownView()
    const next = changeView(former, change)
    navigate(viewPath(next), options)
    if (next.view !== former.view) scrollTo(0, 0)
  }, [])
  return [view, change]
}

export function shownView(): View {
  return parseView(location.search, location.pathname)
}

export function useCanonicalAddress(view: View) {
  useLayoutEffect(() => {
    const address = viewPath(view)
    if (address.split('?')[0] !== location.pathname)
      navigate(address + location.hash, { replace: true, state: history.state })
  }, [view])
}

/** `onOpen` opens a profile. */
export type SectionProps = { view: View; syncing: Syncing; onChange: ChangeView; onOpen: (id: string) => void }
