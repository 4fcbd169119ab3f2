import { useQuery } from '@tanstack/react-query'
import { useMay } from '../session/use-account.ts'
import { ViewLink } from '../ui/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { settingsQuery } from './queries.ts'

/** Leads an owner to the checklist for going public, until all its points are done or it is closed. */
export function ChecklistStrip({ view, onChange }: { view: View; onChange: ChangeView }) {
  const isOwner = useMay('owner')
  const { data } = useQuery({ ...settingsQuery, enabled: isOwner, refetchInterval: false })
  if (!isOwner || data?.checklist !== 'open') return null
  const change = { view: 'settings' } as const
  return (
    <p className="checklist-strip">
      <span>Before you go public, a few things are left to see to.</span>
      <ViewLink href={viewPath({ ...view, ...change })} onFollow={() => onChange(change)} className="text-button">
        Open the checklist
      </ViewLink>
    </p>
  )
}
