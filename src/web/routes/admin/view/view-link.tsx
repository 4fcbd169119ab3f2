import type { MouseEvent, ReactNode } from 'react'

type ViewLinkProps = {
  href: string
  current?: boolean
  onFollow: () => void
  className: string
  children: ReactNode
}

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
