import { Component, type ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { buttonStyle } from '../ui/button.ts'
import { ChairMark } from '../ui/drawings/chair-mark.tsx'

/** What is left when a page cannot be drawn, or its chunk cannot be fetched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="mx-auto flex min-h-dvh max-w-2xl flex-col items-start justify-center gap-6 px-5 py-16">
        {/* It has fallen over. */}
        <ChairMark className="h-20 rotate-100" />
        <h1 className="text-heading">Unexpected Application Error!</h1>
        <p className="text-lead text-muted">
          Something broke on this page. What you have typed so far is kept; loading the page again usually helps.
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="button" className={buttonStyle('primary')} onClick={() => location.reload()}>
            Load again
          </button>
          {/* A plain link: it starts the application afresh. */}
          <a href={paths.home} className={buttonStyle('quiet')}>
            Back to Home
          </a>
        </div>
      </main>
    )
  }
}
