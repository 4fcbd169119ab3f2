import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../ui/button.ts'
import { QueueMark } from '../ui/drawings/queue-mark.tsx'
import { comeAlive } from '../loading/use-early-taps.ts'
import { loadAgain, NoConnection } from '../loading/whole-load.ts'

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return <Boundary path={path}>{children}</Boundary>
}

type BoundaryProps = { path: string; children: ReactNode }
type BoundaryState = { words: { title: string; text: string } | null }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  constructor(props: BoundaryProps) {
    super(props)
    // Not a class field: the build would add code for class fields, for the oldest browsers.
    this.state = { words: null }
  }

  static getDerivedStateFromError(error: unknown) {
    const { broken, offline } = site().frame
    return { words: error instanceof NoConnection ? { title: offline.title, text: offline.page } : broken }
  }

  override componentDidCatch() {
    // The page that would replay early taps is not drawn.
    comeAlive()
  }

  override componentDidUpdate(previous: BoundaryProps, { words }: BoundaryState) {
    // oxlint-disable-next-line react/no-did-update-set-state -- once per change of address, and only after a failure
    if (words && previous.path !== this.props.path) this.setState({ words: null })
  }

  override render() {
    const { words } = this.state
    if (!words) return this.props.children
    return (
      <main className="page-width flex min-h-dvh max-w-2xl flex-col items-start justify-center gap-6 py-16">
        {/* Rotated, so that the chair lies on the floor. */}
        <QueueMark className="h-20 rotate-100" />
        <h1 className="text-heading">{words.title}</h1>
        <p className="text-lead text-muted">
          {words.text} {site().frame.broken.kept}
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="button" className={buttonStyle('primary')} onClick={loadAgain}>
            {site().frame.broken.again}
          </button>
          {/* A plain link, because it reloads the application. */}
          <a href={localPath(pagePaths.home)} className={buttonStyle('quiet')}>
            {site().frame.back}
          </a>
        </div>
      </main>
    )
  }
}
