import type { ReactNode } from 'react'

/** 96 × 168 with its feet on the lower edge. */
export function WaitingChair({ children, className = '' }: { children?: ReactNode; className?: string }) {
  return (
    <svg viewBox="0 0 96 168" fill="none" aria-hidden="true" className={`drawing ${className}`}>
      <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M18 104C14 84 10 66 9 46c0-6 8-7 9-1l7 57" />
        <path d="M12 66l8-2M14 82l8-2" />
        <path d="M16 104h62c5 0 7 3 7 6s-2 6-7 6H20c-5 0-7-5-4-12z" />
        <path d="M24 116l-8 50M74 116l8 50M21 140h57" />
        {children}
      </g>
    </svg>
  )
}
