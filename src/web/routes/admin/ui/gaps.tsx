import { several } from './words.ts'
import { useQuery } from '@tanstack/react-query'
import type { WavesPage } from '#shared/list/waves.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { integrationsQuery } from '../state/queries.ts'
import { useMay } from '../state/use-account.tsx'
import { ViewLink } from '../state/use-view.tsx'

export function Gaps({ gaps }: Pick<WavesPage, 'gaps'>) {
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
      {isOwner && <ViewLink to={change}>Open Settings</ViewLink>}
    </div>
  )
}

/** Invitations that were made before the mail server was connected wait until somebody sends them. */
export function QueuedInvitations() {
  const mayInvite = useMay('manager')
  const { data } = useQuery({ ...integrationsQuery, enabled: mayInvite })
  const mail = data?.integrations.find(({ service }) => service === 'mail')
  const queued = mail?.channels.find(({ channel }) => channel === 'send-invitation')?.kept ?? 0
  if (!mail || queued === 0 || mail.is_catching_up) return null
  const emails = several(queued, 'invitation is', 'invitations are')
  return (
    <p className="settings-note">
      {mail.is_set_up
        ? `${emails} queued from before your mail server was connected.`
        : `${emails} queued until you connect a mail server.`}{' '}
      <ViewLink to={{ view: 'settings/mail', wave: null }}>
        {mail.is_set_up ? 'Send them under Mail' : 'Connect one'}
      </ViewLink>
    </p>
  )
}
