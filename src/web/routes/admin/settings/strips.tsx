import { useQuery } from '@tanstack/react-query'
import { useMay } from '../session/use-account.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { settingsQuery, versionQuery } from './queries.ts'

type StripProps = { view: View; onChange: ChangeView }

/** Shows owners a link to the checklist for going public, until all its points are done or it is closed. */
export function ChecklistStrip(props: StripProps) {
  const isOwner = useMay('owner')
  const { data } = useQuery({ ...settingsQuery, enabled: isOwner, refetchInterval: false })
  if (!isOwner || data?.checklist !== 'open') return null
  return (
    <SettingsStrip {...props} text="Before you go public, a few things are left to do." label="Open the checklist" />
  )
}

/** Tells owners about a newer version, if the server may look for one. */
export function NewerStrip(props: StripProps) {
  const isOwner = useMay('owner')
  const { data } = useQuery({ ...versionQuery, enabled: isOwner })
  if (!isOwner || !data?.newer) return null
  return <SettingsStrip {...props} text={`Version ${data.newer} is out.`} label="How to get it" />
}

/** A line above the figures that leads to Settings. */
function SettingsStrip({ view, onChange, text, label }: StripProps & { text: string; label: string }) {
  const change = { view: 'settings' } as const
  return (
    <p className="checklist-strip">
      <span>{text}</span>
      <ViewLink href={viewPath({ ...view, ...change })} onFollow={() => onChange(change)} className="text-button">
        {label}
      </ViewLink>
    </p>
  )
}
