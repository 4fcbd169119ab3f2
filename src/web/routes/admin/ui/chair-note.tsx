import type { ReactNode } from 'react'
import { WaitingChair } from '../../../ui/drawings/waiting-chair.tsx'

/** A sentence in place of missing content, beside an empty chair. */
export function ChairNote({ children }: { children: ReactNode }) {
  return (
    <div className="chair-note">
      <WaitingChair className="h-28 shrink-0" />
      <p>{children}</p>
    </div>
  )
}

/** Shown for an empty list. */
export const NOBODY_YET = 'No submissions found. When users join the waitlist, they will appear here.'
