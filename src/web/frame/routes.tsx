import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation, useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { pageList } from '#shared/pages.ts'
import { titleAt } from '#shared/title-at.ts'
import { track } from '../analytics/track.ts'
import { LandingPage } from '../routes/landing/landing-page.tsx'
import { pageChunks } from './page-chunks.ts'
import { useEarlyTaps } from './use-early-taps.ts'

const CHUNKS = Object.fromEntries(Object.entries(pageChunks).map(([name, load]) => [name, page(load)])) as Record<
  keyof typeof pageChunks,
  ComponentType
>

// The landing page is part of the first load, because most visitors see it first. Every other page is a separate chunk.
const COMPONENTS = { home: LandingPage, ...CHUNKS }

export function Routes() {
  return (
    <main id="content" tabIndex={-1} ref={usePageChange()} className="flex grow flex-col">
      <Switch>
        {pageList.map(({ name, path }) => (
          <Route key={name} path={path} component={COMPONENTS[name]} />
        ))}
        <Route component={COMPONENTS.notFound} />
      </Switch>
    </main>
  )
}

function page(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazy(async () => ({ default: await load() }))
  return () => (
    <Suspense>
      <Page />
      <EarlyTaps />
    </Suspense>
  )
}

/** Rendered after the page, so the page is hydrated when this is. */
function EarlyTaps() {
  useEarlyTaps()
  return null
}

/**
 * On each route change, sets the tab's title, reports a page view, and moves the focus to the start of the new page.
 */
function usePageChange() {
  const [path] = useLocation()
  const encodedPath = usePathname(useRouter())
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef<string>(null)

  useEffect(() => {
    if (lastPath.current === path) return
    const isFirst = lastPath.current === null
    lastPath.current = path

    const title = titleAt(path)
    document.title = title
    // The encoded path: an unknown path may not decode to valid text. It may also be longer than any path of the site.
    // `location.pathname` would be wrong: a quick click changes it before this effect runs.
    track({ name: 'page_view', path: encodedPath.slice(0, 2000), title })
    // A page that has focused its own heading keeps that focus.
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path, encodedPath])

  return main
}
