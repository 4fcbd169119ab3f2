import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '#shared/page-paths.ts'
import { buttonStyle } from '../ui/button.ts'
import { ChairMark } from '../ui/drawings/chair-mark.tsx'
import { comeAlive } from './use-early-taps.ts'

/**
 * Shown in place of a page that cannot be drawn or whose chunk cannot be fetched, until the visitor opens another page.
 */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return <Boundary path={path}>{children}</Boundary>
}

type BoundaryProps = { path: string; children: ReactNode }

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    // The page that would have replayed the early taps will not come.
    comeAlive()
  }

  override componentDidUpdate(previous: BoundaryProps, { failed }: { failed: boolean }) {
    // oxlint-disable-next-line react/no-did-update-set-state -- once per change of address, and only after a failure
    if (failed && previous.path !== this.props.path) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page-width flex min-h-dvh max-w-2xl flex-col items-start justify-center gap-6 py-16">
        {/* The chair has fallen over. */}
        <ChairMark className="h-20 rotate-100" />
        <h1 className="text-heading">Unexpected Application Error!</h1>
        <p className="text-lead text-muted">
          Something broke on this page. Loading it again usually helps. What you have answered of our questions is kept
          in this tab.
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="button" className={buttonStyle('primary')} onClick={() => location.reload()}>
            Load again
          </button>
          {/* A plain link, because it reloads the application. */}
          <a href={pagePaths.home} className={buttonStyle('quiet')}>
            Back to Home
          </a>
        </div>
      </main>
    )
  }
}
