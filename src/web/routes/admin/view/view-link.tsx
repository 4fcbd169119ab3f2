import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { type View, parseView, viewPath } from './view.ts'

type ViewLinkProps = {
  /** The view that `to` changes; without it, the one that no address names. */
  view?: View
  to: Partial<View>
  current?: boolean
  onChange: (change: Partial<View>) => void
  className?: string
  children: ReactNode
}

export function ViewLink({ view, to, current = false, onChange, className, children }: ViewLinkProps) {
  const href = viewPath({ ...(view ?? parseView('')), ...to })

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (href !== location.pathname + location.search) onChange(to)
  }
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
      className={className ?? buttonClass('text')}
    >
      {children}
    </a>
  )
}
