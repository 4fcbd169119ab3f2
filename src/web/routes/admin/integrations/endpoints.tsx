import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ENDPOINT_KINDS,
  type EndpointDelivery,
  EVENTS,
  fieldsOf,
  type ListedEndpoint,
  LONGEST_ENDPOINT_NAME,
} from '#shared/programs/webhooks.ts'
import { ROUTES } from '#shared/routes.ts'
import { allOf, useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { type Action, Field, Form, Problem } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { FORM_ROW, notLoaded, Panel, Row, ROW_ACTS, ShownOnce } from '../../../ui/panel.tsx'
import { Checks, Select } from '../../../ui/choices.tsx'
import { endpointLogQuery, REFRESH_PROGRAMS } from '../state/queries.ts'
import { EVENT_WORDS, FIELD_WORDS, KIND_WORDS, OFF_WORDS, URL_HINTS } from './program-words.ts'

export function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
  const { id, name, kind, address, events, fields, off_because, failures, waiting, given_up, former_until } = endpoint
  const change = useAction(ROUTES.changeWebhook, REFRESH_PROGRAMS)
  const remove = useAction(ROUTES.deleteWebhook, REFRESH_PROGRAMS)
  const rotate = useAction(ROUTES.rotateSecret, { ...REFRESH_PROGRAMS, onDone: ({ secret }) => setSecret(secret) })
  const test = useAction(ROUTES.testWebhook, { ...REFRESH_PROGRAMS, onDone: () => setPart('log') })
  const [part, setPart] = useState<'log' | 'change' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const isOn = off_because === null
  const toggle = (label: string, of: 'log' | 'change') => ({
    label,
    isOpen: part === of,
    run: () => setPart(part === of ? null : of),
  })
  return (
    <Row
      name={name}
      facts={[
        kind === 'webhook' ? address : `${KIND_WORDS[kind]} · ${address}`,
        [
          `${events.length} ${events.length === 1 ? 'event' : 'events'}`,
          fields.length > 0 ? `with ${fields.map((field) => FIELD_WORDS[field].toLowerCase()).join(', ')}` : 'IDs only',
          waiting > 0 && `${grouped(waiting)} queued`,
          given_up > 0 && `${grouped(given_up)} failed`,
          former_until !== null && 'two active secrets',
        ]
          .filter(Boolean)
          .join(' · '),
      ]}
      fault={
        off_because !== null
          ? OFF_WORDS[off_because]
          : failures > 0 && `The last ${failures === 1 ? 'attempt' : `${grouped(failures)} attempts`} failed.`
      }
      // The form shows what is wrong with a change.
      action={allOf(remove, rotate, test, ...(part === 'change' ? [] : [change]))}
      acts={[
        toggle('Log', 'log'),
        toggle('Change', 'change'),
        { label: 'Send a test', disabled: !isOn, run: () => test.run({ id }) },
        { label: isOn ? 'Switch off' : 'Switch on', run: () => change.run({ id, is_on: !isOn }) },
        kind === 'webhook' && {
          label: 'New secret',
          run: () => rotate.run({ id }),
          ask: {
            title: `Create a new secret for ${name}?`,
            consequence: 'Both secrets work for one day. Switch your app to the new one before then.',
          },
        },
        {
          label: 'Delete',
          run: () => remove.run({ id }),
          ask: {
            title: `Delete ${name}?`,
            consequence: 'It won’t get any more events, and its log is deleted too. You can’t undo this.',
          },
        },
      ]}
    >
      {secret && <Secret secret={secret} />}
      {part === 'change' && (
        <div className="endpoint-part">
          <EndpointForm known={endpoint} label="Save" action={change} onSaved={() => setPart(null)} />
        </div>
      )}
      {part === 'log' && <EndpointLog id={id} />}
    </Row>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <ShownOnce text={secret} label="Copy secret">
      Copy this secret now.
    </ShownOnce>
  )
}

/** `noSecrets`: why the server can keep no secret. */
export function AddEndpoint({ noSecrets }: { noSecrets: string | null }) {
  const [secret, setSecret] = useState<string | null>(null)
  const action = useAction(ROUTES.createWebhook, { ...REFRESH_PROGRAMS, onDone: ({ secret }) => setSecret(secret) })
  if (noSecrets !== null)
    return (
      <Panel title="Add a webhook">
        <p className="settings-note">{noSecrets}</p>
      </Panel>
    )
  return (
    <Panel
      title="Add a webhook"
      note="Requests are signed and follow Standard Webhooks. Slack and Discord get a readable message."
    >
      <EndpointForm label="Add webhook" action={action} onSaved="reset" />
      {secret && <Secret secret={secret} />}
    </Panel>
  )
}

type EndpointFormProps = {
  /** It keeps its address and kind. Not given for a new one. */
  known?: ListedEndpoint
  label: string
  action: Action<never>
  onSaved: 'reset' | (() => void)
}

function EndpointForm({ known, label, action, onSaved }: EndpointFormProps) {
  const [kind, setKind] = useState(known?.kind ?? 'webhook')
  return (
    <Form action={action} value={known && { id: known.id }} onSaved={onSaved}>
      <div className={FORM_ROW}>
        <Field
          label="Name"
          name="name"
          maxLength={LONGEST_ENDPOINT_NAME}
          autoComplete="off"
          defaultValue={known?.name}
          required
        />
        {!known && (
          <>
            <Select
              label="Kind"
              name="kind"
              options={ENDPOINT_KINDS.map((one) => ({ value: one, label: KIND_WORDS[one] }))}
              value={kind}
              onValueChange={setKind}
            />
            <Field label="URL" name="url" type="url" placeholder="https://" autoComplete="off" required />
          </>
        )}
      </div>
      {!known && <p className="text-small text-muted empty:hidden">{URL_HINTS[kind]}</p>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-y-4 gap-x-8">
        <Checks
          label="Events"
          name="events"
          options={EVENTS.map((event) => ({ value: event, label: EVENT_WORDS[event] }))}
          ticked={known?.events ?? ['entry.joined']}
        />
        <Checks
          label="Include"
          name="fields"
          options={fieldsOf(kind).map((field) => ({ value: field, label: FIELD_WORDS[field] }))}
          ticked={known?.fields ?? []}
          hint={
            kind === 'webhook'
              ? 'IDs only by default. If you include personal data, the recipient is listed on your privacy page and told about deletions.'
              : `Without it, messages say “Someone”. With it, ${KIND_WORDS[kind]} is listed on your privacy page, and names stay there even if the person is erased here.`
          }
        />
      </div>
      <Button kind="primary" className="justify-self-start" type="submit">
        {label}
      </Button>
    </Form>
  )
}

const DAY_MS = 24 * 60 * 60_000

function EndpointLog({ id }: { id: string }) {
  const log = useInfiniteQuery(endpointLogQuery(id))
  const { run, problem, busy } = useAction(ROUTES.redeliver, REFRESH_PROGRAMS)
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries)

  function sendDayAgain() {
    const to = new Date()
    void run({ id, from: new Date(to.getTime() - DAY_MS).toISOString(), to: to.toISOString() })
  }

  return (
    <div className="endpoint-part">
      {!deliveries && log.isError && <p className="text-muted">{notLoaded('The log')}</p>}
      {deliveries?.length === 0 && <p className="text-muted">Nothing sent yet.</p>}
      <ul className="hook-log">
        {deliveries?.map((delivery) => (
          <Line
            key={delivery.id}
            delivery={delivery}
            isBusy={busy}
            onAgain={() => run({ id, delivery: delivery.id })}
          />
        ))}
      </ul>
      <Problem>{problem?.message}</Problem>
      <div className={ROW_ACTS}>
        {log.hasNextPage && (
          <Button disabled={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            Earlier
          </Button>
        )}
        {deliveries && deliveries.length > 0 && (
          <Confirm
            label="Send the last day again"
            disabled={busy}
            title="Resend all events of the last day?"
            consequence="Each keeps its ID, so your app can tell which ones it already has. Queued events are left out."
            onConfirm={sendDayAgain}
          />
        )}
      </div>
    </div>
  )
}

function Line({ delivery, isBusy, onAgain }: { delivery: EndpointDelivery; isBusy: boolean; onAgain: () => void }) {
  const { type, state, status, answer, attempts, created_at, due_at, is_redelivery } = delivery
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <code>{type}</code>
          <span className="text-small text-muted">
            {is_redelivery && ' again'} <Moment date={created_at} />
          </span>
        </p>
        <p className={`text-small wrap-anywhere ${state === 'done' ? 'text-muted' : 'text-danger'}`}>
          {state === 'done' ? (
            `Delivered${status === null ? '' : `, ${status}`}`
          ) : state === 'failed' ? (
            `Failed after ${attempts} attempts`
          ) : attempts === 0 ? (
            'Queued'
          ) : (
            <>
              {attempts} of 8 attempts failed. Next attempt at <Moment date={due_at} as="medium" />
            </>
          )}
        </p>
        {attempts > 0 && answer !== null && (
          <details className="text-small">
            <summary>{status === null ? 'Why' : `Answer ${status}`}</summary>
            <pre className="max-h-48 p-2 overflow-auto bg-paper wrap-anywhere whitespace-pre-wrap">{answer}</pre>
          </details>
        )}
      </div>
      {state !== 'waiting' && (
        <Button busy={isBusy} onClick={onAgain} aria-label={`Send again: ${type}`}>
          Send again
        </Button>
      )}
    </li>
  )
}
