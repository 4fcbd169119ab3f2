import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { type CHOOSING, type Integration, isSynced } from '#shared/owner/integrations.ts'
import { type FieldName, fieldOf } from '#shared/owner/setting-fields.ts'
import { call } from '../../../calls/call.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/choices.tsx'
import { CreateButton, TestButton, TestFound, type TestState } from '../integrations/test.tsx'
import { frameOf, SettingField } from './setting-field.tsx'
import { SettingForm } from './setting-form.tsx'
import type { Editing, Settings } from './use-settings.ts'

type Service = (typeof CHOOSING)[number]

export const STEPS = {
  notion: {
    token: 'NOTION_TOKEN',
    place: 'NOTION_DATA_SOURCE_ID',
    none: 'No database yet. In Notion, open your database, then Connections, and add the integration.',
    missing: 'Add missing properties',
  },
  beehiiv: {
    token: 'BEEHIIV_API_KEY',
    place: 'BEEHIIV_PUBLICATION_ID',
    none: 'This key can’t open any publication.',
    missing: 'Add missing custom fields',
  },
  mailchimp: {
    token: 'MAILCHIMP_API_KEY',
    place: 'MAILCHIMP_AUDIENCE_ID',
    none: 'This key can’t open any audience.',
    missing: 'Add missing audience fields',
  },
  kit: {
    token: 'KIT_API_KEY',
    place: 'KIT_TAG_ID',
    none: 'No tags yet. In Kit, create a tag such as “Waitlist”.',
    missing: 'Add missing custom fields',
  },
  klaviyo: {
    token: 'KLAVIYO_API_KEY',
    place: 'KLAVIYO_LIST_ID',
    none: 'This key can’t see any list.',
    missing: 'Check the connection',
  },
} as const satisfies Record<Service, { token: FieldName; place: FieldName; none: string; missing: string }>

type StepsProps = {
  service: Service
  integration: Integration
  settings: Settings
  testing: { state: TestState; onChange: (state: TestState) => void }
}

export function ServiceSteps({ service, integration, settings, testing }: StepsProps) {
  const { token, place, missing } = STEPS[service]
  const { editing } = settings
  const hasSample = !isSynced(service)
  const { is_set_up: isSetUp, trial } = integration
  const [isFolded] = useState(
    isSetUp &&
      (hasSample
        ? trial?.id === null
        : integration.missing.length === 0 && integration.channels.some((one) => one.is_used)),
  )
  const hasToken = editing.settingOf(token).is_set
  const { state } = testing
  const hasAnswered =
    trial !== null ||
    (!hasSample && isSetUp && integration.problems.length === 0) ||
    (typeof state === 'object' && state?.ok === true)
  const isChecked = hasAnswered && integration.missing.length === 0

  const steps = (
    <ol className="grid gap-6 pt-2">
      <Step number={1} isDone={hasToken}>
        <SettingForm settings={settings} of={[token]} />
      </Step>
      <Step number={2} isDone={isSetUp} isAhead={!hasToken} title={hasToken ? undefined : fieldOf(place).label}>
        {hasToken && (
          <SettingForm settings={settings} of={hasSample ? [place] : [place, 'NEWSLETTER_ANSWERS']}>
            <Choice service={service} editing={editing} />
            {!hasSample && <SettingField name="NEWSLETTER_ANSWERS" editing={editing} />}
          </SettingForm>
        )}
      </Step>
      <Step number={3} isDone={isChecked} isAhead={!isSetUp} title={missing}>
        {isSetUp && (
          <div className="flex flex-wrap gap-2">
            <TestButton service={service} {...testing} />
            <CreateButton integration={integration} {...testing} />
          </div>
        )}
        <TestFound state={state} shown={[]} />
      </Step>
      {hasSample && (
        <Step
          number={4}
          isDone={trial !== null && trial.id === null}
          isAhead={!isSetUp}
          title="Test with a sample contact"
        >
          {isSetUp && <Sample service={service} id={trial?.id ?? null} />}
        </Step>
      )}
    </ol>
  )
  return (
    <details open={!isFolded}>
      <summary className="min-h-11 cursor-pointer content-center text-control font-medium">Connection</summary>
      {steps}
    </details>
  )
}

type StepProps = { number: number; isDone: boolean; isAhead?: boolean; title?: string | undefined; children: ReactNode }

function Step({ number, isDone, isAhead = false, title, children }: StepProps) {
  const tone = isDone ? 'border-ink bg-velvet text-velvet-ink' : isAhead ? 'border-edge text-muted' : 'border-ink'
  return (
    <li data-done={isDone || undefined} className="flex gap-4">
      <span className={`grid size-7 flex-none place-items-center rounded-full border-[1.5px] font-display ${tone}`}>
        {isDone ? <CheckIcon /> : number}
        {isDone && <span className="sr-only">Done</span>}
      </span>
      <div className="grid min-w-0 flex-1 content-start gap-2">
        {title && <p className={`min-h-7 content-center font-medium ${isAhead ? 'text-muted' : ''}`}>{title}</p>}
        {children}
      </div>
    </li>
  )
}

function Choice({ service, editing }: { service: Service; editing: Editing }) {
  const { place, none } = STEPS[service]
  const { draft, settingOf, change } = editing
  const setting = settingOf(place)
  const { data } = useQuery({
    queryKey: ['settings', 'choices', service],
    queryFn: () => call(ROUTES.serviceChoices, { service }),
    meta: { isLive: false },
  })
  const isKnown = setting.value === null || data?.choices.some(({ id }) => id === setting.value)
  // A text field, if the environment sets the id, or if the saved id is not among the choices.
  if (setting.origin === 'environment' || (data && !isKnown)) return <SettingField name={place} editing={editing} />
  const { problem, hint, ...frame } = frameOf({ name: place satisfies FieldName, editing })
  return (
    <Select
      {...frame}
      hint={data && !data.problem && data.choices.length === 0 ? none : hint}
      problem={problem ?? data?.problem}
      options={[
        { value: '', label: data ? 'Choose one' : 'Loading…' },
        ...(data?.choices.map(({ id, name }) => ({ value: id, label: name })) ?? []),
      ]}
      value={draft[place] ?? setting.value ?? ''}
      onValueChange={(value) => change(place, (value ?? '') === (setting.value ?? '') ? undefined : value || null)}
    />
  )
}

/** `id`: the sample contact who is at the service now. */
function Sample({ service, id }: { service: Service; id: string | null }) {
  const [told, setTold] = useState<{ ok: boolean; message: string } | null>(null)
  const { busy, problem, run } = useAction(ROUTES.tryService, { refresh: ['integrations'], onDone: setTold })
  return (
    <>
      <span>
        <Button busy={busy} busyLabel="One moment…" onClick={() => run({ service, ...(id !== null && { id }) })}>
          {id === null ? 'Send sample' : 'Delete sample'}
        </Button>
      </span>
      <TestFound state={told && { ...told, problems: [] }} shown={[]} />
      <Problem>{problem?.message}</Problem>
    </>
  )
}
