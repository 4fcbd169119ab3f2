import type { WavesPage } from '#shared/list/waves.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { useMay } from '../session/use-account.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { ViewLink } from '../view/view-link.tsx'

type GapsProps = Pick<WavesPage, 'gaps'> & Pick<SectionProps, 'view' | 'onChange'>

export function Gaps({ gaps, view, onChange }: GapsProps) {
  const isOwner = useMay('owner')
  if (gaps.length === 0) return null
  const change = {
    view:
      gaps[0]?.setting === 'PUBLIC_URL'
        ? 'settings'
        : gaps[0]?.setting.startsWith('PRODUCT')
          ? 'settings/invites'
          : 'settings/mail',
    wave: null,
  } as const
  return (
    <div className="wave-gaps">
      <ul className="grid gap-2">
        {gaps.map(({ setting, reason }) => (
          <li key={setting}>
            <strong>{isField(setting) ? fieldOf(setting).label : setting}:</strong> {reason}
          </li>
        ))}
      </ul>
      {isOwner && (
        <ViewLink view={view} to={change} onChange={onChange}>
          Open Settings
        </ViewLink>
      )}
    </div>
  )
}
