import { useQuery } from '@tanstack/react-query'
import type { ListedKey } from '#shared/programs/keys.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { HeldNotice } from '../integrations/held-notice.tsx'
import { integrationsQuery } from '../integrations/queries.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { Panel } from '../ui/panel.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { AddEndpoint, EndpointsPanel } from './endpoints-panel.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { endpointsQuery, keysQuery } from './queries.ts'

/** The programs that may call the API of this list, and those to which the list reports events. */
export function ProgramsView({ view, onChange }: SectionProps) {
  const back = { view: 'settings' } as const
  const { data, isPending } = useQuery(integrationsQuery)
  const keys = useQuery(keysQuery)
  const endpoints = useQuery(endpointsQuery)
  // The forms wait: what is loaded above them would move them under the owner's finger.
  const isLoading = isPending || keys.isPending || endpoints.isPending
  return (
    <section aria-labelledby="programs" className="section-page">
      <SectionHead
        id="programs"
        title="Other programs"
        lead="Programs that may use this list, and the webhooks and chats that it tells."
        back={
          <ViewLink href={viewPath({ ...view, ...back })} onFollow={() => onChange(back)} className="text-button">
            Settings
          </ViewLink>
        }
      />
      {data?.held_at && <HeldNotice heldAt={data.held_at} />}
      {isLoading ? (
        <ChairNote>Loading data...</ChairNote>
      ) : (
        <>
          <KeysPanel keys={keys.data} />
          <KeyForm />
          <EndpointsPanel endpoints={endpoints.data?.endpoints} />
          <AddEndpoint noSecrets={endpoints.data?.no_secrets ?? null} />
        </>
      )}
    </section>
  )
}

function KeysPanel({ keys }: { keys: ListedKey[] | undefined }) {
  return (
    <Panel title="API keys" note="A key works as long as its owner can sign in as one.">
      {keys?.length === 0 && <p className="text-muted">No program has a key yet.</p>}
      {!keys && <ChairNote>The keys could not be loaded.</ChairNote>}
      <ul className="account-list">
        {keys?.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
    </Panel>
  )
}
