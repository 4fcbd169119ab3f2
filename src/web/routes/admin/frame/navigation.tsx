import { Fragment } from 'react'
import { hasRole } from '#shared/owner/accounts.ts'
import { useAccount } from '../session/use-account.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { leadTo, type Section, sectionOf, SECTIONS } from './sections.tsx'

/** The sections of the dashboard: a row above them, and on a phone a bar at the bottom, within reach of a thumb. */
export function Navigation({ view, onChange }: { view: View; onChange: ChangeView }) {
  const open = sectionOf(view)
  const account = useAccount()
  const mayOpen = ({ role = 'reader' }: Section) => account !== null && hasRole(account.role, role)
  return (
    <nav aria-label="Dashboard" className="sections">
      {SECTIONS.filter(mayOpen).map((section) => {
        const { label, Icon, Mark, Gate = Fragment } = section
        const change = leadTo(section)
        const isOpen = label === open.label
        const Shown = isOpen ? Fragment : Gate
        return (
          <Shown key={label}>
            <ViewLink
              href={viewPath({ ...view, ...change })}
              current={isOpen}
              onFollow={() => onChange(change)}
              className="section-link"
            >
              <Icon />
              <span className="section-label">
                {label}
                {Mark && <Mark />}
              </span>
            </ViewLink>
          </Shown>
        )
      })}
    </nav>
  )
}
