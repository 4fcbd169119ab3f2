import { useQuery } from '@tanstack/react-query'
import { buttonStyle } from '../../../ui/button.ts'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { integrationsQuery } from './queries.ts'
import { standingOf } from './standing.ts'
import { ViewLink } from './view-link.tsx'

/** The link to the integrations. It shows when one of them needs the owner. */
export function IntegrationsLink({ view, onChange }: { view: View; onChange: ChangeView }) {
  const { data } = useQuery(integrationsQuery)
  const isTrouble = data?.integrations.some((integration) => standingOf(integration).tone === 'trouble')
  const isOpen = view.view === 'integrations'
  return (
    <ViewLink
      href={viewPath({ ...view, view: 'integrations' })}
      current={isOpen}
      onFollow={() => onChange({ view: 'integrations' })}
      className={buttonStyle('quiet', 'tool-button')}
    >
      Integrations
      {isTrouble && (
        <>
          <span className="trouble-dot" aria-hidden="true" />
          <span className="sr-only"> (something needs you)</span>
        </>
      )}
    </ViewLink>
  )
}
