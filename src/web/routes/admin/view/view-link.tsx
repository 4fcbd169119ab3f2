import type { MouseEvent, ReactNode } from 'react'

type ViewLinkProps = {
  href: string
  /** Whether the link leads to the current view. */
  current?: boolean
  onFollow: () => void
  className: string
  children: ReactNode
}

/** A link to another view of the dashboard. A click loads no page, but the link can be opened in a new tab. */
export function ViewLink({ href, current = false, onFollow, className, children }: ViewLinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (href !== location.pathname + location.search) onFollow()
  }
  return (
    <a href={href} aria-current={current ? 'page' : undefined} onClick={follow} className={className}>
      {children}
    </a>
  )
}
