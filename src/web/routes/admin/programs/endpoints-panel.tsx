import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { ListedEndpoint } from '#shared/programs/webhooks.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { ShownOnce } from './shown-once.tsx'
import { Empty } from '../../../ui/query-state.tsx'

/** The addresses to which the list reports its events. */
export function EndpointsPanel({ endpoints }: { endpoints: ListedEndpoint[] | undefined }) {
  return (
    <Panel title="Webhooks" note="Send events to other apps and chats.">
      {endpoints?.length === 0 && <p className="text-muted">No webhooks yet.</p>}
      {!endpoints && <Empty>The webhooks couldn’t be loaded.</Empty>}
      <ul className="account-list">
        {endpoints?.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Panel>
  )
}

/** Adds an endpoint, whose secret is shown only once. `noSecrets`: why the server can keep no secret. */
export function AddEndpoint({ noSecrets }: { noSecrets: string | null }) {
  const { run, problem, busy: isBusy } = useAction(ROUTES.createWebhook, { refresh: ['programs'] })
  const [secret, setSecret] = useState<string | null>(null)
  if (noSecrets !== null)
    return (
      <Panel title="Add a webhook">
        <p className="settings-note">{noSecrets}</p>
      </Panel>
    )
  return (
    <Panel
      title="Add a webhook"
      note="Requests are signed and follow Standard Webhooks. Slack and Discord get a readable message."
    >
      <EndpointForm
        label="Add webhook"
        isBusy={isBusy}
        problem={problem?.message ?? ''}
        onSave={async (fields, form) => {
          const done = await run(fields)
          if (!done) return
          setSecret(done.answer.secret)
          form.reset()
        }}
      />
      {secret && <ShownOnce text={secret} what="secret" />}
    </Panel>
  )
}
