import { useQuery } from '@tanstack/react-query'
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
import { keysQuery } from './queries.ts'

/** The programs that may call the API of this list, and those to which the list reports events. */
export function ProgramsView({ view, onChange }: SectionProps) {
  const back = { view: 'settings' } as const
  const { data } = useQuery(integrationsQuery)
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
      <KeysPanel />
      <KeyForm />
      <EndpointsPanel />
      <AddEndpoint />
    </section>
  )
}

function KeysPanel() {
  const { data, isError } = useQuery(keysQuery)
  return (
    <Panel title="API keys" note="A key works as long as its owner can sign in as one.">
      {data?.length === 0 && <p className="text-muted">No program has a key yet.</p>}
      {!data && <ChairNote>{isError ? 'The keys could not be loaded.' : 'Loading data...'}</ChairNote>}
      <ul className="account-list">
        {data?.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
    </Panel>
  )
}
