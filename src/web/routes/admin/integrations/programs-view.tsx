import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedKey, LONGEST_KEY_NAME, type Scope, SCOPES } from '#shared/programs/keys.ts'
import { type EventField, fieldsOf } from '#shared/programs/webhooks.ts'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/time.tsx'
import { Empty, FORM_ROW, ListPanel, Panel, Row, ShownOnce } from '../../../ui/panel.tsx'
import { Checks, Select } from '../../../ui/choices.tsx'
import { AddEndpoint, EndpointRow } from './endpoints.tsx'
import { endpointsQuery, keysQuery, REFRESH_PROGRAMS } from '../state/queries.ts'
import { FIELD_WORDS, KEY_DAYS, KEY_STATE_WORDS, SCOPE_WORDS } from './program-words.ts'

export function ProgramsView() {
  const keys = useQuery(keysQuery)
  const endpoints = useQuery(endpointsQuery)
  // The forms wait: what is loaded above them would move them under the owner's finger.
  if (keys.isPending || endpoints.isPending) return <Empty>Loading…</Empty>
  return (
    <>
      <ListPanel
        title="API keys"
        note="Keys stop working if their creator loses owner access."
        items={keys.data}
        failed="The keys"
        empty="No API keys yet."
      >
        {(key) => <KeyRow key={key.id} apiKey={key} />}
      </ListPanel>
      <KeyForm />
      <ListPanel
        title="Webhooks"
        note="Send events to other apps and chats."
        items={endpoints.data?.endpoints}
        failed="The webhooks"
        empty="No webhooks yet."
      >
        {(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      </ListPanel>
      <AddEndpoint noSecrets={endpoints.data?.no_secrets ?? null} />
    </>
  )
}

function KeyRow({ apiKey }: { apiKey: ListedKey }) {
  const { id, name, prefix, scopes, account, state, used_at, expires_at } = apiKey
  const action = useAction(ROUTES.revokeKey, REFRESH_PROGRAMS)
  return (
    <Row
      name={name}
      title={
        <>
          {name} <code className="text-small text-muted">{prefix}…</code>
        </>
      }
      facts={[
        <>
          {scopes.map((scope) => SCOPE_WORDS[scope].name).join(', ')} · by {account.name} ·{' '}
          {used_at === null ? (
            'never used'
          ) : (
            <>
              last used <Moment date={used_at} />
            </>
          )}
          {state === 'active' && expires_at && (
            <>
              {' '}
              · expires <Moment date={expires_at} as="medium" />
            </>
          )}
        </>,
      ]}
      fault={KEY_STATE_WORDS[state]}
      action={action}
      acts={[
        {
          label: 'Revoke',
          run: () => action.run({ id }),
          ask: {
            title: `Revoke ${name}?`,
            consequence:
              'Apps that use it stop working right away. You can’t undo this, but you can create another key.',
          },
        },
      ]}
    />
  )
}

const MAY = SCOPES.map((scope) => ({
  value: scope,
  label: `${SCOPE_WORDS[scope].name}: ${SCOPE_WORDS[scope].may}`,
}))

function KeyForm() {
  const [made, setMade] = useState<string | null>(null)
  const action = useAction(ROUTES.createKey, { ...REFRESH_PROGRAMS, onDone: ({ key }) => setMade(key) })
  return (
    <Panel title="Create API key" note={`For your own apps. They call ${location.origin}/api/v1.`}>
      <Form
        action={action}
        toValue={({ name, days, scope, hook_fields }) => ({
          name,
          scopes: scope as Scope[],
          hook_fields: hook_fields as EventField[],
          days: Number(days) || null,
        })}
        onSaved="reset"
      >
        <div className={FORM_ROW}>
          <Field label="Name" name="name" maxLength={LONGEST_KEY_NAME} autoComplete="off" required />
          <Select
            label="Expires"
            name="days"
            options={KEY_DAYS.map(([days, label]) => ({ value: days === null ? null : String(days), label }))}
          />
        </div>
        <Checks label="Permissions" name="scope" options={MAY} ticked={['read']} />
        <Checks
          label="Webhooks added with this key also get"
          name="hook_fields"
          options={fieldsOf('webhook').map((field) => ({ value: field, label: FIELD_WORDS[field] }))}
          hint="For tools that subscribe by themselves, such as Zapier. They get IDs, and the data you tick: the privacy page then names them."
        />
        <Button kind="primary" className="justify-self-start" type="submit">
          Create key
        </Button>
      </Form>
      {made && (
        <ShownOnce text={made} label="Copy key">
          Copy this key now.
        </ShownOnce>
      )}
    </Panel>
  )
}
