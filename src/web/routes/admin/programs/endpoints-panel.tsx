import { useState } from 'react'
import type { ListedEndpoint } from '#shared/programs/webhooks.ts'
import { addEndpoint } from '../../../api/admin/endpoints.ts'
import { useChange } from '../accounts/use-change.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { Panel } from '../ui/panel.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { ShownOnce } from './shown-once.tsx'

/** The addresses to which the list reports its events. */
export function EndpointsPanel({ endpoints }: { endpoints: ListedEndpoint[] | undefined }) {
  return (
    <Panel title="Webhooks" note="Programs and chats that are told what happens, each at an address of its own.">
      {endpoints?.length === 0 && <p className="text-muted">No program is told anything yet.</p>}
      {!endpoints && <ChairNote>The webhooks could not be loaded.</ChairNote>}
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
  const { change, problem, isBusy } = useChange()
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
      note="Programs get requests by Standard Webhooks, with a signature. Slack and Discord get a line to read."
    >
      <EndpointForm
        label="Add the webhook"
        isBusy={isBusy}
        problem={problem}
        onSave={async (fields, form) => {
          const done = await change(() => addEndpoint(fields))
          if (!done) return
          setSecret(done.answer.secret)
          form.reset()
        }}
      />
      {secret && <ShownOnce text={secret} what="secret" />}
    </Panel>
  )
}
