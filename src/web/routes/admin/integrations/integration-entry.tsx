import { useState } from 'react'
import { type Integration } from '#shared/owner/integrations.ts'
import { type DeliveriesQuery, DELIVERY_STATES } from '#shared/owner/deliveries.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useOwnerTime } from '../ui/owner-time.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { View } from '../view/view.ts'
import { CatchUp } from './catch-up.tsx'
import { ChannelTable } from './channel-table.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { MailBudgets } from './mail-budgets.tsx'
import { standingOf, sumOf } from './standing.ts'
import { SyncRun } from './sync-run.tsx'
import { TestMail } from './test-mail.tsx'
import { CreateButton, TestButton, TestFound, type TestState } from './test.tsx'
import { SERVICE_WORDS, STATE_WORDS } from './words.ts'

type IntegrationEntryProps = {
  integration: Integration
  open: View['open']
  syncing: Syncing
  onOpen: (open: View['open']) => void
  onSetUp: () => void
}

/** One service: its state, its deliveries, and the owner's actions. */
export function IntegrationEntry({ integration, open, syncing, onOpen, onSetUp }: IntegrationEntryProps) {
  const { service, is_set_up, settings, gaps, problems } = integration
  const isBegun = is_set_up || gaps.length > 0
  const [tested, setTested] = useState<TestState>(null)
  const { name } = SERVICE_WORDS[service]
  const shown = DELIVERY_STATES.find((state) => open === `${service}-${state}`)

  return (
    <section aria-labelledby={service} className="ledger-entry">
      <NameAndStanding integration={integration} />
      <div className="ledger-body">
        {is_set_up && <Trouble integration={integration} />}
        {!is_set_up &&
          (isBegun ? <Gaps gaps={gaps} /> : <HowToSetUp name={name} settings={settings} onSetUp={onSetUp} />)}
        <ChannelTable name={name} integration={integration} />
        {is_set_up && <MailBudgets budgets={integration.budgets} />}
        <div className="ledger-actions">
          {isBegun && <TestButton service={service} state={tested} onChange={setTested} />}
          {problems.length > 0 && <CreateButton integration={integration} state={tested} onChange={setTested} />}
          <DeliveryStates integration={integration} shown={shown} onOpen={onOpen} />
          {is_set_up && <CatchUp integration={integration} />}
          {is_set_up && service === 'beehiiv' && <SyncRun syncing={syncing} integration={integration} />}
        </div>
        {is_set_up && service === 'mail' && <TestMail state={tested} onChange={setTested} />}
        <TestFound
          state={tested}
          shown={is_set_up ? problems : gaps.map(({ setting, reason }) => `${setting}: ${reason}`)}
        />
        {shown && <DeliveryList key={shown} integration={integration} state={shown} />}
      </div>
    </section>
  )
}

function NameAndStanding({ integration }: { integration: Integration }) {
  const { name, purpose } = SERVICE_WORDS[integration.service]
  const { tone, words } = standingOf(integration)
  return (
    <div className="ledger-name">
      <h3 id={integration.service}>{name}</h3>
      <p className="standing" data-tone={tone}>
        <span className="standing-dot" aria-hidden="true" />
        {words}
      </p>
      <p className="text-small text-muted">{purpose}</p>
    </div>
  )
}

type DeliveryStatesProps = Pick<IntegrationEntryProps, 'integration' | 'onOpen'> & {
  shown: DeliveriesQuery['state'] | undefined
}

/** A button for each state that has deliveries, which shows or hides them. */
function DeliveryStates({ integration, shown, onOpen }: DeliveryStatesProps) {
  return DELIVERY_STATES.filter((state) => sumOf(integration, state) > 0 || state === shown).map((state) => (
    <button
      key={state}
      type="button"
      aria-expanded={state === shown}
      onClick={() => onOpen(state === shown ? null : `${integration.service}-${state}`)}
      className="segment"
    >
      {STATE_WORDS[state]} ({grouped(sumOf(integration, state))})
    </button>
  ))
}

function HowToSetUp({
  name,
  settings,
  onSetUp,
}: { name: string; onSetUp: () => void } & Pick<Integration, 'settings'>) {
  return (
    <p className="ledger-note">
      <ViewLink href="?view=settings" onFollow={onSetUp} className="text-button">
        Set up {name}
      </ViewLink>{' '}
      in the browser, without a restart, or in the environment, with{' '}
      {settings.map((setting, index) => (
        <span key={setting}>
          {index > 0 && (index === settings.length - 1 ? ' and ' : ', ')}
          <code>{setting}</code>
        </span>
      ))}
      .
    </p>
  )
}

/** The missing settings of a service that is partly set up. */
function Gaps({ gaps }: Pick<Integration, 'gaps'>) {
  return (
    <div className="trouble">
      <p>Nothing is sent yet, and nothing is lost: deliveries are kept until you correct this under Settings.</p>
      <dl className="gaps">
        {gaps.map(({ setting, reason }) => (
          <div key={setting}>
            <dt>
              <code>{setting}</code>
            </dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
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
        <p>{problems[0] ?? 'It asked for a pause.'}</p>
      )}
      {paused_until && <p className="text-small">Nothing is sent before {until}, unless a test succeeds first.</p>}
    </div>
  )
}
