import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../state/use-view.tsx'
import { PAGES } from './pages.tsx'
import { settingsQuery, useSettings } from './use-settings.ts'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/form.tsx'
import { notify } from '../../../ui/notify.ts'
import { useOwnerTime } from '../../../ui/time.tsx'
import { May } from '../state/use-account.tsx'
import { integrationsQuery, refreshIntegrations } from '../state/queries.ts'

/** One component, so that what is typed on one page stays while others are open. */
export function SettingsView(props: SectionProps) {
  const settings = useSettings()
  const { view, label, lead, role, Body } = PAGES.find(({ view }) => view === props.view.view)!
  return (
    <section key={view} aria-labelledby="settings" className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      <SectionHead id="settings" title={label} lead={lead} />
      <Alarms />
      {role === 'owner' && !settings ? <NotLoaded /> : <Body {...props} settings={settings} />}
    </section>
  )
}

function NotLoaded() {
  const { isError } = useQuery(settingsQuery)
  return <Empty>{isError ? notLoaded('The settings') : 'Loading…'}</Empty>
}

function Alarms() {
  const { data } = useQuery(integrationsQuery)
  return (
    <May needs="manager">
      {data?.held_at && <Held heldAt={data.held_at} />}
      {data && data.failing.length > 0 && (
        <div className="trouble">
          <p>
            The server keeps failing at this: {data.failing.join('; ')}. It’s trying again. Please tell whoever runs the
            server. The cause is in its log.
          </p>
        </div>
      )}
      {data && data.webhooks_off.length > 0 && (
        <div className="trouble">
          <p>Switched off because they kept failing: {data.webhooks_off.join(', ')}. See API & webhooks.</p>
        </div>
      )}
    </May>
  )
}

function Held({ heldAt }: { heldAt: string }) {
  const client = useQueryClient()
  const time = useOwnerTime(heldAt, 'medium')
  const { busy, problem, run } = useAction(ROUTES.release, {
    onDone: () => notify('release', { title: 'Released', description: 'Queued emails and updates are going out.' }),
  })
  return (
    <div className="trouble">
      <p>
        This list was restored from the backup of {time}. Nothing is sent and API keys don’t work until you release it.
      </p>
      <Confirm
        label="Release"
        kind="primary"
        busy={busy}
        title="Start sending again?"
        consequence={`Emails and updates queued at ${time} go out now. Emails that the previous list sent after that may go out twice. API keys and webhooks from then work again. If you’ve revoked any since, remove them first in API & webhooks.`}
        onConfirm={() => run({}).then(() => refreshIntegrations(client))}
      />
      <Problem>{problem?.message}</Problem>
    </div>
  )
}
