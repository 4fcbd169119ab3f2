import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { track } from '../analytics/track.ts'
import { LandingPage } from '../routes/landing/landing-page.tsx'
import { arrived, chunkAt, type ChunkName, loadInTime } from '../loading/page-chunks.ts'
import { useEarlyTaps } from '../loading/use-early-taps.ts'
import { loadWhole } from '../loading/whole-load.ts'

export function Routes() {
  const [path] = useLocation()
  const name = chunkAt(path)
  return (
    <main id="content" tabIndex={-1} ref={usePageChange()} className="flex grow flex-col">
      {name === null ? <LandingPage /> : <ChunkPage key={name} name={name} />}
    </main>
  )
}

function ChunkPage({ name }: { name: ChunkName }) {
  // A page whose chunk has arrived is drawn at once.
  const [Page] = useState(() => arrived[name] ?? later(name))
  return (
    <Suspense fallback={<p className="arriving page-width">{site().frame.arriving}</p>}>
      <Page />
      <EarlyTaps />
    </Suspense>
  )
}

function later(name: ChunkName): ComponentType {
  return lazy(async () => ({ default: await loadInTime(name).catch(loadWhole) }))
}

/** Rendered after the page, so the page is hydrated before. */
function EarlyTaps() {
  useEarlyTaps()
  return null
}

function usePageChange() {
  const [address] = useLocation()
  // All addresses of the dashboard are one page.
  const path = chunkAt(address) === 'admin' ? pagePaths.admin : address
  const encodedPath = usePathname(useRouter()).slice(localPath('').length) || '/'
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef<string>(null)

  useEffect(() => {
    if (lastPath.current === path) return
    const isFirst = lastPath.current === null
    lastPath.current = path

    const { title } = site().pages[chunkAt(path) ?? 'home']
    document.title = title
    // Encoded: an unknown path may not decode to valid text, and may be longer than any of the site. Not
    // `location.pathname`: a quick click changes it before this effect runs.
    track({ name: 'page_view', path: encodedPath.slice(0, 2000), title })
    // A page that has focused its own heading keeps that focus.
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path, encodedPath])

  return main
}
