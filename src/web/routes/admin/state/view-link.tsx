import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { goTo, useView } from './use-view.ts'
import { type View, viewPath } from './view.ts'

type ViewLinkProps = { to: Partial<View>; current?: boolean; className?: string; children: ReactNode }

export function ViewLink({ to, current = false, className = buttonClass('text'), children }: ViewLinkProps) {
  const href = viewPath({ ...useView(), ...to })

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (href !== location.pathname + location.search) goTo(to)
  }
  return (
    <a href={href} aria-current={current ? 'page' : undefined} onClick={follow} className={className}>
      {children}
    </a>
  )
}
