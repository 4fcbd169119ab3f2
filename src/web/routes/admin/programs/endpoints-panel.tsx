import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addEndpoint } from '../../../api/admin/endpoints.ts'
import { useChange } from '../accounts/use-change.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { Panel } from '../ui/panel.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { endpointsQuery } from './queries.ts'
import { ShownOnce } from './shown-once.tsx'

/** The addresses to which the list reports its events. */
export function EndpointsPanel() {
  const { data, isError } = useQuery(endpointsQuery)
  return (
    <Panel title="Webhooks" note="Programs and chats that are told what happens, each at an address of its own.">
      {data?.endpoints.length === 0 && <p className="text-muted">No program is told anything yet.</p>}
      {!data && <ChairNote>{isError ? 'The webhooks could not be loaded.' : 'Loading data...'}</ChairNote>}
      <ul className="account-list">
        {data?.endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Panel>
  )
}

/** Adds an endpoint, whose secret is shown only once. */
export function AddEndpoint() {
  const { data } = useQuery(endpointsQuery)
  const { change, problem, isBusy } = useChange()
  const [secret, setSecret] = useState<string | null>(null)
  if (data?.no_secrets)
    return (
      <Panel title="Add a webhook">
        <p className="settings-note">{data.no_secrets}</p>
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
