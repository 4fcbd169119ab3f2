import { useQuery } from '@tanstack/react-query'
import { useMay } from '../session/use-account.ts'
import { ViewLink } from '../ui/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { versionQuery } from './queries.ts'

/** Tells an owner that a newer version is out, if they have agreed to asking for it. */
export function NewerStrip({ view, onChange }: { view: View; onChange: ChangeView }) {
  const isOwner = useMay('owner')
  const { data } = useQuery({ ...versionQuery, enabled: isOwner })
  if (!isOwner || !data?.newer) return null
  const change = { view: 'settings' } as const
  return (
    <p className="checklist-strip">
      <span>Version {data.newer} is out.</span>
      <ViewLink
        href={`${viewPath({ ...view, ...change })}#settings-version`}
        onFollow={() => onChange(change)}
        className="text-button"
      >
        How to get it
      </ViewLink>
    </p>
  )
}
