import { useQuery } from '@tanstack/react-query'
import type { Integration, Integrations } from '#shared/owner/integrations.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { BackupsEntry } from './backups-entry.tsx'
import { HeldNotice } from './held-notice.tsx'
import { IntegrationEntry } from './integration-entry.tsx'
import { integrationsQuery } from './queries.ts'

/** The services that get data after somebody joins, and the backups. Each has an entry. */
export function IntegrationsView({ view, syncing, onChange }: SectionProps) {
  const { data, isPending } = useQuery(integrationsQuery)

  return (
    <section aria-labelledby="integrations" className="integrations">
      <SectionHead
        id="integrations"
        title="Integrations"
        lead={data ? introductionOf(data.integrations) : EACH_WAITS_FOR_NOBODY}
      />
      {data?.held_at && <HeldNotice heldAt={data.held_at} />}
      {data && <KeepsFailing failing={data.failing} webhooks_off={data.webhooks_off} />}
      {data ? (
        <div className="ledger">
          {data.integrations.map((integration) => (
            <IntegrationEntry
              key={integration.service}
              integration={integration}
              open={view.open}
              syncing={syncing}
              onOpen={(open) => onChange({ open }, { replace: true })}
              onSetUp={() => onChange({ view: 'settings', open: null })}
            />
          ))}
          <BackupsEntry />
        </div>
      ) : (
        <ChairNote>{isPending ? 'Loading data...' : NOT_NOW}</ChairNote>
      )}
    </section>
  )
}

/** The background work that keeps failing, and the webhooks that were switched off because they kept failing. */
function KeepsFailing({ failing, webhooks_off }: Pick<Integrations, 'failing' | 'webhooks_off'>) {
  return (
    <>
      {failing.length > 0 && (
        <div className="trouble">
          <p>
            The server keeps failing at this: {failing.join('; ')}. It tries again by itself. Please tell the person who
            runs the server: its log has the cause.
          </p>
        </div>
      )}
      {webhooks_off.length > 0 && (
        <div className="trouble">
          <p>Switched off, because it kept failing: {webhooks_off.join(', ')}. See Other programs, under Settings.</p>
        </div>
      )}
    </>
  )
}

const EACH_WAITS_FOR_NOBODY = 'What happens outside after somebody joins. No visitor ever waits for it.'
const NOT_NOW = 'The integrations could not be loaded. The page tries again every half minute.'

function introductionOf(integrations: Integration[]): string {
  if (integrations.some(({ is_set_up, gaps }) => is_set_up || gaps.length > 0)) return EACH_WAITS_FOR_NOBODY
  return 'Nothing is set up yet, and nothing is lost: what each would have got is kept until it is.'
}
