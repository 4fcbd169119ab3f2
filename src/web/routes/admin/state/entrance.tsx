import type { ReactNode } from 'react'
import { pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { QueueMark } from '../../../ui/drawings/queue-mark.tsx'

/** The frame of what comes before the dashboard. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="entrance border-b border-line">
        <a href={pagePaths.home} className="mx-5 inline-flex min-h-14 items-center gap-2 rounded-control tablet:mx-8">
          <QueueMark className="h-7 w-auto shrink-0" />
          <span className="font-display text-lead wrap-anywhere">{site().brand.name}</span>
        </a>
      </header>
      <div className="m-auto w-full max-w-sm px-5 py-12">{children}</div>
    </>
  )
}
