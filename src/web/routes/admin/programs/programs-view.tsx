import { useQuery } from '@tanstack/react-query'
import type { ListedKey } from '#shared/programs/keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { AddEndpoint, EndpointsPanel } from './endpoints-panel.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { endpointsQuery, keysQuery } from './queries.ts'

/** The programs that may call the API of this list, and those to which the list reports events. */
export function ProgramsView() {
  const keys = useQuery(keysQuery)
  const endpoints = useQuery(endpointsQuery)
  // The forms wait: what is loaded above them would move them under the owner's finger.
  if (keys.isPending || endpoints.isPending) return <Empty>Loading…</Empty>
  return (
    <>
      <KeysPanel keys={keys.data} />
      <KeyForm />
      <EndpointsPanel endpoints={endpoints.data?.endpoints} />
      <AddEndpoint noSecrets={endpoints.data?.no_secrets ?? null} />
    </>
  )
}

function KeysPanel({ keys }: { keys: ListedKey[] | undefined }) {
  return (
    <Panel title="API keys" note="Keys stop working if their creator loses owner access.">
      {keys?.length === 0 && <p className="text-muted">No API keys yet.</p>}
      {!keys && <Empty>The keys couldn’t be loaded.</Empty>}
      <ul className="account-list">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
    </Panel>
  )
}
