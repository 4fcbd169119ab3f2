import type { MouseEvent, ReactNode } from 'react'

type ViewLinkProps = {
  href: string
  /** It leads to what is shown already. */
  current?: boolean
  onFollow: () => void
  className: string
  children: ReactNode
}

/** A link to another view of the dashboard: followed without loading anything, but it opens in a new tab like any other. */
export function ViewLink({ href, current = false, onFollow, className, children }: ViewLinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!current) onFollow()
  }
  return (
    <a href={href} aria-current={current ? 'page' : undefined} onClick={follow} className={className}>
      {children}
    </a>
  )
}
