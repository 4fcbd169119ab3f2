import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { paths } from '#shared/paths.ts'
import { track } from '../analytics/track.ts'
import { titleAt } from '../pages.ts'
import { LandingPage } from '../routes/landing/landing-page.tsx'
import { loadFormPage, loadThankYouPage } from './prefetch.ts'
import { useEarlyTaps } from './use-early-taps.ts'

// What most visitors see first is part of the first load; every other page is a chunk of its own.
const AdminPage = page(async () => ({ default: (await import('../routes/admin/admin-page.tsx')).AdminPage }))
const ContactPage = page(async () => ({ default: (await import('../routes/contact/contact-page.tsx')).ContactPage }))
const FormPage = page(loadFormPage)
const NotFoundPage = page(async () => ({
  default: (await import('../routes/not-found/not-found-page.tsx')).NotFoundPage,
}))
const ThankYouPage = page(loadThankYouPage)
const UnsubscribePage = page(async () => ({
  default: (await import('../routes/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
}))

export function Routes() {
  return (
    <main id="content" tabIndex={-1} ref={usePageChange()} className="flex grow flex-col">
      <Switch>
        <Route path={paths.home} component={LandingPage} />
        <Route path={paths.contact} component={ContactPage} />
        <Route path={paths.form} component={FormPage} />
        <Route path={paths.thankYou} component={ThankYouPage} />
        <Route path={paths.admin} component={AdminPage} />
        <Route path={paths.unsubscribe} component={UnsubscribePage} />
        <Route component={NotFoundPage} />
      </Switch>
    </main>
  )
}

function page(load: () => Promise<{ default: ComponentType }>) {
  const Page = lazy(load)
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
