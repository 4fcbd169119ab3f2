import { type MouseEvent, type ReactNode, useLayoutEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { changeView, parseView, type View, viewPath } from './view.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { buttonClass } from '../../../ui/button.tsx'

export type ChangeView = (change: Partial<View>, options?: { replace?: boolean; state?: unknown }) => void

export function useView(): View {
  const [path] = useLocation()
  const search = useSearch()
  return useMemo(() => parseView(search, path), [search, path])
}

export function shownView(): View {
  return parseView(location.search, location.pathname)
}

/** Back undoes a change, unless the change replaces the history entry. */
export const goTo: ChangeView = (change, options) => {
  // Reads the address itself, which is newer than the last render when two changes come together. Bypasses the
  // router, because that scrolls to the top.
  const former = shownView()
  const next = changeView(former, change)
  navigate(viewPath(next), options)
  if (next.view !== former.view) scrollTo(0, 0)
}

export function openProfile(entry: string) {
  const opened = openedProfiles()
  const profiles = opened > 0 || shownView().entry === null ? opened + 1 : 0
  goTo({ entry }, { state: { profiles } })
}

let isClosing = false

/** Returns to the view before the first profile, so that Back never leaves the site. */
export function closeProfile() {
  const opened = openedProfiles()
  // The tab began at the address of a profile, so there is no earlier view to go back to.
  if (opened === 0) return goTo({ entry: null }, { replace: true })
  if (isClosing) return
  isClosing = true
  addEventListener('popstate', () => (isClosing = false), { once: true })
  history.go(-opened)
}

/** 0 if the history has no view without one. */
function openedProfiles(): number {
  return (history.state as { profiles?: number } | null)?.profiles ?? 0
}

export function useCanonicalAddress(view: View) {
  useLayoutEffect(() => {
    const address = viewPath(view)
    if (address.split('?')[0] !== location.pathname)
      navigate(address + location.hash, { replace: true, state: history.state })
  }, [view])
}

export type SectionProps = { view: View; syncing: Syncing }

type ViewLinkProps = { to: Partial<View>; current?: boolean; className?: string; children: ReactNode }

export function ViewLink({ to, current = false, className = buttonClass('text'), children }: ViewLinkProps) {
  const href = viewPath({ ...useView(), ...to })

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (href !== location.pathname + location.search) goTo(to)
  }
  return (
    <a href={href} aria-current={current ? 'page' : undefined} onClick={follow} className={className}>
      {children}
    </a>
  )
}
