import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Integration, type Integrations, isSynced, type Service } from '#shared/owner/integrations.ts'
import { DELIVERY_STATES } from '#shared/owner/deliveries.ts'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { useOwnerTime } from '../../../ui/time.tsx'
import { Panel, QueryState } from '../../../ui/panel.tsx'
import type { PageProps } from './pages.tsx'
import { ServiceSteps, STEPS } from './service-steps.tsx'
import { CatchUp, ChannelTable, MailBudgets, SyncAll, SyncRun } from '../integrations/sending.tsx'
import { DeliveryList } from '../integrations/delivery-list.tsx'
import { integrationsQuery } from '../state/queries.ts'
import { SERVICE_WORDS, Standing, standingOf, STATE_WORDS, sumOf } from '../integrations/service.tsx'
import { CreateButton, TestButton, TestFound, TestMail, type TestState } from '../integrations/test.tsx'
import { goTo } from '../state/use-view.tsx'

export function ServicesPage(props: PageProps) {
  return (
    <QueryState of={useQuery(integrationsQuery)}>
      {({ integrations }) => <Services integrations={integrations} {...props} />}
    </QueryState>
  )
}

function Services({ integrations, ...props }: PageProps & Pick<Integrations, 'integrations'>) {
  const [begun, setBegun] = useState<Service[]>([])
  const { settings, view } = props
  const others = integrations.filter(({ service }) => service !== 'mail')
  const isShown = ({ service, is_set_up, gaps }: Integration) =>
    is_set_up ||
    gaps.length > 0 ||
    begun.includes(service) ||
    view.open?.startsWith(`${service}-`) ||
    (settings !== null && service !== 'mail' && settings.editing.settingOf(STEPS[service].token).is_set)
  const offered = others.filter((one) => !isShown(one))
  return (
    <>
      {others.filter(isShown).map((one) => (
        <ServicePanel key={one.service} integration={one} {...props} />
      ))}
      {offered.length > 0 && (
        <Panel
          title={offered.length === others.length ? 'Connect a service' : 'More services'}
          note={settings ? 'Everyone on your list is added there and kept up to date.' : 'An owner can connect these.'}
        >
          <ul className="divide-y divide-line">
            {offered.map((one) => (
              <Offer
                key={one.service}
                integration={one}
                onConnect={settings && (() => setBegun([...begun, one.service]))}
              />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function Offer({ integration, onConnect }: { integration: Integration; onConnect: (() => void) | null }) {
  const { name, record } = SERVICE_WORDS[integration.service]
  const kept = sumOf(integration, 'kept')
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{name}</span>
        <span className="block text-small text-muted">
          {record} for each person{kept > 0 && `. ${grouped(kept)} queued`}
        </span>
      </span>
      {onConnect && (
        <Button onClick={onConnect} aria-label={`Connect ${name}`}>
          Connect
        </Button>
      )}
    </li>
  )
}

export function MailState(props: PageProps) {
  return (
    <QueryState of={useQuery(integrationsQuery)}>
      {({ integrations }) =>
        integrations.map(
          (one) => one.service === 'mail' && <ServicePanel key={one.service} integration={one} {...props} />,
        )
      }
    </QueryState>
  )
}

function ServicePanel({ integration, settings, view, syncing }: PageProps & { integration: Integration }) {
  const { service, is_set_up, gaps, problems, missing } = integration
  const isBegun = is_set_up || gaps.length > 0
  const [tested, setTested] = useState<TestState>(null)
  const { name, purpose } = SERVICE_WORDS[service]
  const shown = DELIVERY_STATES.find((state) => view.open === `${service}-${state}`)
  const testing = { state: tested, onChange: setTested }
  const hasSteps = settings !== null && service !== 'mail'

  return (
    <Panel
      title={service === 'mail' ? 'Delivery' : name}
      note={purpose}
      actions={<Standing {...standingOf(integration)} />}
    >
      <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4">
        {is_set_up && <Trouble integration={integration} />}
        {gaps.length > 0 && (
          <div className="trouble">
            <p>Nothing is sent yet. Everything is queued until this is complete:</p>
            <ul>
              {gaps.map(({ setting, reason }) => (
                <li key={setting}>
                  <strong>{isField(setting) ? fieldOf(setting).label : setting}.</strong> {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {hasSteps && <ServiceSteps {...{ service, integration, settings, testing }} />}
        {!isBegun && !hasSteps && (
          <p className="text-muted">
            {settings ? 'Emails are queued until you choose a mail server.' : 'An owner can connect this here.'}
          </p>
        )}
        <ChannelTable name={name} integration={integration} />
        {is_set_up && <MailBudgets budgets={integration.budgets} />}
        <Row>
          {isBegun && !hasSteps && <TestButton service={service} {...testing} />}
          {!hasSteps && missing.length > 0 && <CreateButton integration={integration} {...testing} />}
          {DELIVERY_STATES.filter((state) => sumOf(integration, state) > 0 || state === shown).map((state) => (
            <Button
              key={state}
              aria-expanded={state === shown}
              onClick={() => goTo({ open: state === shown ? null : `${service}-${state}` }, { replace: true })}
            >
              {STATE_WORDS[state]} ({grouped(sumOf(integration, state))})
            </Button>
          ))}
          {is_set_up &&
            (isSynced(service) ? <SyncAll integration={integration} /> : <CatchUp integration={integration} />)}
          {is_set_up && service === 'beehiiv' && <SyncRun syncing={syncing} integration={integration} />}
        </Row>
        {is_set_up && service === 'mail' && <TestMail {...testing} />}
        {!hasSteps && (
          <TestFound
            state={tested}
            shown={is_set_up ? problems : gaps.map(({ setting, reason }) => `${setting}: ${reason}`)}
          />
        )}
        {shown && <DeliveryList key={shown} integration={integration} state={shown} />}
      </div>
    </Panel>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 empty:hidden">{children}</div>
}

function Trouble({ integration: { problems, paused_until } }: { integration: Integration }) {
  const until = useOwnerTime(paused_until ?? new Date(0).toISOString(), 'medium')
  if (problems.length === 0 && !paused_until) return null
  return (
    <div className="trouble">
      {problems.length > 1 ? (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : (
        <p>{problems[0] ?? 'It asked us to wait.'}</p>
      )}
      {paused_until && <p className="text-small">Paused until {until}, or until a test succeeds.</p>}
    </div>
  )
}
