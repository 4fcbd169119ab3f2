import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { pageList, titleAt } from '#shared/pages.ts'
import { track } from '../analytics/track.ts'
import { LandingPage } from '../routes/landing/landing-page.tsx'
import { pageChunks } from './page-chunks.ts'
import { useEarlyTaps } from './use-early-taps.ts'

const CHUNKS = Object.fromEntries(Object.entries(pageChunks).map(([name, load]) => [name, page(load)])) as Record<
  keyof typeof pageChunks,
  ComponentType
>

// What most visitors see first is part of the first load; every other page is a chunk of its own.
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

/** Stands behind the page, which has come alive when this has. */
function EarlyTaps() {
  useEarlyTaps()
  return null
}

/** On each route change: the tab's title, a page view, and the focus where the new page begins. */
function usePageChange() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef<string>(null)

  useEffect(() => {
    if (lastPath.current === path) return
    const isFirst = lastPath.current === null
    lastPath.current = path

    const title = titleAt(path)
    document.title = title
    // As it travels: an unknown path can hold what no text may, and be longer than any of ours.
    track({ name: 'page_view', path: location.pathname.slice(0, 2000), title })
    // A page that has put the focus on its own heading keeps it.
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
