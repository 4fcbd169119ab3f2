import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Problem } from '../../../ui/form.tsx'
import { notify } from '../../../ui/notify.ts'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { May } from '../session/use-account.tsx'
import { integrationsQuery, refreshIntegrations } from './queries.ts'

export function Alarms() {
  return (
    <May needs="manager">
      <Found />
    </May>
  )
}

function Found() {
  const { data } = useQuery(integrationsQuery)
  return (
    <>
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
    </>
  )
}

function Held({ heldAt }: { heldAt: string }) {
  const client = useQueryClient()
  const time = useOwnerTime(heldAt, 'medium')
  const { busy, problem, run } = useAction(ROUTES.release, {
    onDone: () =>
      void notify('release', { title: 'Released', description: 'Queued emails and updates are going out.' }),
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
        onConfirm={() => void run({}).then(() => refreshIntegrations(client))}
      />
      <Problem>{problem?.message ?? null}</Problem>
    </div>
  )
}
