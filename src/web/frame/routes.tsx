import { lazy, Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { paths } from '#shared/paths.ts'
import { track } from '../analytics/track.ts'
import { pageAt } from '../pages.ts'
import { LandingPage } from '../routes/landing/landing-page.tsx'
import { NotFoundPage } from '../routes/not-found/not-found-page.tsx'
import { loadFormPage, loadThankYouPage } from './prefetch.ts'

// What a visitor sees first is part of the first load; every other page is a chunk of its own.
const AdminPage = lazy(async () => ({ default: (await import('../routes/admin/admin-page.tsx')).AdminPage }))
const ContactPage = lazy(async () => ({ default: (await import('../routes/contact/contact-page.tsx')).ContactPage }))
const FormPage = lazy(loadFormPage)
const ThankYouPage = lazy(loadThankYouPage)

export function Routes() {
  return (
    <main id="content" tabIndex={-1} ref={usePageChange()} className="flex grow flex-col">
      <Switch>
        <Route path={paths.home} component={LandingPage} />
        <Route path={paths.contact}>
          <Suspense>
            <ContactPage />
          </Suspense>
        </Route>
        <Route path={paths.form}>
          <Suspense>
            <FormPage />
          </Suspense>
        </Route>
        <Route path={paths.thankYou}>
          <Suspense>
            <ThankYouPage />
          </Suspense>
        </Route>
        <Route path={paths.admin}>
          <Suspense>
            <AdminPage />
          </Suspense>
        </Route>
        <Route component={NotFoundPage} />
      </Switch>
    </main>
  )
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

    const { title } = pageAt(path)
    document.title = title
    track({ name: 'page_view', path, title })
    // A page that has put the focus on its own heading keeps it.
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])

  return main
}
