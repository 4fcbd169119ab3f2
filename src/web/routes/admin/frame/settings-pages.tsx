import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { TroubleMark, useTroubles } from '../integrations/use-troubles.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { leadTo, useSections } from './sections.tsx'

type SettingsPagesProps = { view: View; onChange: ChangeView; children: ReactNode }

/** A page of the settings, with the list of all of them at its left, or above it on narrow screens. */
export function SettingsPages({ view, onChange, children }: SettingsPagesProps) {
  const pages = useSections().find(({ label }) => label === 'Settings')?.pages ?? []
  const troubles = useTroubles()
  return (
    <div className="grid items-start gap-x-8 gap-y-2 desktop:grid-cols-[11rem_minmax(0,1fr)]">
      <nav
        aria-label="Settings"
        className="flex gap-1 overflow-x-auto [scrollbar-width:none] max-desktop:relative max-desktop:-mx-2 desktop:sticky desktop:top-[calc(var(--header-height)+0.75rem)] desktop:flex-col print:hidden"
      >
        {pages
          .filter(({ label }) => label)
          .map((page) => (
            <ViewLink
              key={page.view}
              href={viewPath({ ...view, ...leadTo(page) })}
              current={page.view === view.view}
              onFollow={() => onChange(leadTo(page))}
              className={buttonClass('segment', 'flex-none aria-[current]:bg-chosen aria-[current]:border-ink')}
            >
              {page.label}
              {page.trouble && troubles[page.trouble] && <TroubleMark />}
            </ViewLink>
          ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
