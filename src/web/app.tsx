import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { localPath } from '#shared/site/pages.ts'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { Routes } from './frame/routes.tsx'
import { SiteFooter } from './frame/site-footer.tsx'
import { SiteHeader } from './frame/site-header.tsx'

type AppProps = {
  /** The page to prerender without a browser. */
  ssrPath?: string
  children?: ReactNode
}

export function App({ ssrPath, children = <Routes /> }: AppProps) {
  return (
    <Router
      base={localPath('')}
      ssrPath={ssrPath}
      // Going back keeps the browser's scroll position. A new page starts at its top.
      aroundNav={(navigate, to, options) => {
        navigate(to, options)
        scrollTo(0, 0)
      }}
    >
      <ErrorBoundary>
        <div className="flex min-h-dvh flex-col pt-(--header-height)">
          <SiteHeader />
          {children}
          <SiteFooter />
        </div>
      </ErrorBoundary>
    </Router>
  )
}
