import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Trial } from '#shared/owner/integrations.ts'
import { fetchChoices, tryService } from '../../../api/admin/integrations.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { integrationsQuery } from '../integrations/queries.ts'
import { CreateButton, TestButton, TestFound, type TestState } from '../integrations/test.tsx'
import { FieldFrame } from './field-frame.tsx'
import { SettingField } from './setting-field.tsx'
import type { Editing } from './use-settings.ts'

type Service = 'notion' | 'beehiiv'

const STEPS = {
  notion: {
    token: 'NOTION_TOKEN',
    place: 'NOTION_DATA_SOURCE_ID',
    none: 'No database yet: in Notion, open your database, then Connections, and add the integration.',
    missing: 'Add the properties that are missing',
  },
  beehiiv: {
    token: 'BEEHIIV_API_KEY',
    place: 'BEEHIIV_PUBLICATION_ID',
    none: 'This key opens no publication.',
    missing: 'Add the custom fields that are missing',
  },
} as const

/** The four steps that set up a service, from the token to a trial person. The last two open after the second. */
export function ServiceSteps({ service, editing }: { service: Service; editing: Editing }) {
  const { token, place, missing } = STEPS[service]
  const { data } = useQuery(integrationsQuery)
  const [tested, setTested] = useState<TestState>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const integration = data?.integrations.find((one) => one.service === service)
  const hasToken = editing.settingOf(token).is_set
  const isSetUp = integration?.is_set_up ?? false
  const isChecked = typeof tested === 'object' && tested?.ok === true && integration?.missing.length === 0

  return (
    <ol className="service-steps">
      <Step isDone={hasToken}>
        <SettingField name={token} editing={editing} />
      </Step>
      <Step isDone={isSetUp} isAhead={!hasToken}>
        {hasToken ? <Choice service={service} editing={editing} /> : <SettingField name={place} editing={editing} />}
      </Step>
      <Step isDone={isChecked} isAhead={!isSetUp}>
        <p className="service-step-title">{missing}</p>
        {isSetUp && integration && (
          <div className="ledger-actions">
            <TestButton service={service} state={tested} onChange={setTested} />
            <CreateButton integration={integration} state={tested} onChange={setTested} />
          </div>
        )}
        <TestFound state={tested} shown={[]} />
      </Step>
      <Step isDone={trial?.ok === true && trial.id === null} isAhead={!isSetUp}>
        <p className="service-step-title">Send a made-up person there, and delete them again</p>
        {isSetUp && <TrialButtons service={service} trial={trial} onChange={setTrial} />}
      </Step>
    </ol>
  )
}

function Step({ isDone, isAhead = false, children }: { isDone: boolean; isAhead?: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone || undefined} data-ahead={isAhead || undefined}>
      {isDone && (
        <span className="service-step-done">
          <CheckIcon />
          <span className="sr-only">Done</span>
        </span>
      )}
      <div>{children}</div>
    </li>
  )
}

function Choice({ service, editing }: { service: Service; editing: Editing }) {
  const { place, none } = STEPS[service]
  const { draft, settingOf, problemOf, change } = editing
  const setting = settingOf(place)
  const { data } = useQuery({
    queryKey: ['settings', 'choices', service],
    queryFn: () => fetchChoices(service),
    meta: { isLive: false },
  })
  const isKnown = setting.value === null || data?.choices.some(({ id }) => id === setting.value)
  // A text field, if the environment sets the id, or if the saved id is not among the choices.
  if (setting.origin === 'environment' || (data && !isKnown)) return <SettingField name={place} editing={editing} />
  return (
    <FieldFrame name={place} editing={editing}>
      {(ids) => (
        <>
          <select
            {...ids}
            aria-invalid={problemOf(place) !== null || undefined}
            value={draft[place] ?? setting.value ?? ''}
            onChange={({ target: { value } }) =>
              change(place, value === (setting.value ?? '') ? undefined : value || null)
            }
            className="filter-field"
          >
            <option value="">{data ? 'Choose one' : 'Asking...'}</option>
            {data?.choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          {data?.problem && <p className="setting-problem">{data.problem}</p>}
          {data && !data.problem && data.choices.length === 0 && <p className="setting-hint">{none}</p>}
        </>
      )}
    </FieldFrame>
  )
}

type TrialProps = { service: Service; trial: Trial | null; onChange: (trial: Trial) => void }

function TrialButtons({ service, trial, onChange }: TrialProps) {
  const [isTrying, setTrying] = useState(false)
  const id = trial?.id ?? null

  async function press() {
    if (isTrying) return
    setTrying(true)
    await tryService(service, id).then(onChange, (error: unknown) =>
      notifyFailure(`test ${service}`, 'The trial could not be made.', error),
    )
    setTrying(false)
  }

  return (
    <>
      <div className="ledger-actions">
        <button type="button" aria-disabled={isTrying} onClick={press} className={buttonStyle('quiet', 'tool-button')}>
          {isTrying ? 'One moment...' : id === null ? 'Bring them' : 'Remove them again'}
        </button>
      </div>
      <output className="test-found">
        {trial && (
          <span data-ok={trial.ok} className="test-message">
            {trial.ok && <CheckIcon />}
            {trial.message}
          </span>
        )}
      </output>
    </>
  )
}
