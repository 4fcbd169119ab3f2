import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { ListedEndpoint } from '#shared/programs/webhooks.ts'
import { allOf, useAction } from '../../../calls/use-action.ts'
import { grouped } from '../../../ui/grouped.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointLog } from './endpoint-log.tsx'
import { ShownOnce } from './shown-once.tsx'
import { FIELD_WORDS, KIND_WORDS, OFF_WORDS } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'

type Part = 'log' | 'change' | null
type Changing = ReturnType<typeof useChanges>

/** What a press here changes, one at a time. */
function useChanges() {
  const change = useAction(ROUTES.changeWebhook, REFRESH)
  const remove = useAction(ROUTES.deleteWebhook, REFRESH)
  const rotate = useAction(ROUTES.rotateSecret, REFRESH)
  const test = useAction(ROUTES.testWebhook, REFRESH)
  return { change, remove, rotate, test, ...allOf(change, remove, rotate, test) }
}

const REFRESH = { refresh: ['programs'] }

/** One endpoint: its state, its settings and its log. */
export function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
  const changing = useChanges()
  const [part, setPart] = useState<Part>(null)
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate() {
    const done = await changing.rotate.run({ id: endpoint.id })
    setSecret(done && done.answer.secret)
  }

  return (
    <li className="endpoint">
      <div className="min-w-0">
        <EndpointFacts endpoint={endpoint} />
        <p role="alert" className="text-small text-danger empty:hidden">
          {changing.problem?.message ?? null}
        </p>
      </div>
      <EndpointTools {...{ endpoint, changing, part }} onPart={setPart} onRotate={() => void rotate()} />
      {secret && <ShownOnce text={secret} what="secret" />}
      {part === 'change' && <ChangeForm {...{ endpoint, changing }} onDone={() => setPart(null)} />}
      {part === 'log' && <EndpointLog id={endpoint.id} />}
    </li>
  )
}

/** The name, the address and the state of an endpoint. */
function EndpointFacts({ endpoint }: { endpoint: ListedEndpoint }) {
  const { name, kind, address } = endpoint
  return (
    <>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-small wrap-anywhere text-muted">
        {kind !== 'webhook' && `${KIND_WORDS[kind]} · `}
        {address}
      </p>
      <Standing endpoint={endpoint} />
    </>
  )
}

function Standing({ endpoint }: { endpoint: ListedEndpoint }) {
  const { events, fields, off_because, failures, waiting, given_up, former_until } = endpoint
  const facts = [
    `${events.length} ${events.length === 1 ? 'event' : 'events'}`,
    fields.length > 0 ? `with ${fields.map((field) => FIELD_WORDS[field].toLowerCase()).join(', ')}` : 'IDs only',
    waiting > 0 && `${grouped(waiting)} queued`,
    given_up > 0 && `${grouped(given_up)} failed`,
    former_until !== null && 'two active secrets',
  ]
  return (
    <>
      <p className="text-small text-muted">{facts.filter(Boolean).join(' · ')}</p>
      {off_because !== null && <p className="text-small text-danger">{OFF_WORDS[off_because]}</p>}
      {off_because === null && failures > 0 && (
        <p className="text-small text-danger">
          The last {failures === 1 ? 'attempt' : `${grouped(failures)} attempts`} failed.
        </p>
      )}
    </>
  )
}

type EndpointToolsProps = {
  endpoint: ListedEndpoint
  changing: Changing
  part: Part
  onPart: (part: Part) => void
  onRotate: () => void
}

function EndpointTools({
  endpoint,
  changing: { change, remove, test, busy: isBusy },
  part,
  onPart,
  onRotate,
}: EndpointToolsProps) {
  const { id, name, kind, off_because } = endpoint
  const toggle = (next: Part) => onPart(part === next ? null : next)
  return (
    <div className="account-buttons">
      <Tool label="Log" about={name} isPressed={part === 'log'} onPress={() => toggle('log')} />
      <Tool label="Change" about={name} isPressed={part === 'change'} onPress={() => toggle('change')} />
      <Tool
        label="Send a test"
        about={name}
        disabled={isBusy || off_because !== null}
        onPress={async () => (await test.run({ id })) && onPart('log')}
      />
      <Tool
        label={off_because === null ? 'Switch off' : 'Switch on'}
        about={name}
        disabled={isBusy}
        onPress={() => void change.run({ id, is_on: off_because !== null })}
      />
      {kind === 'webhook' && <NewSecretQuestion name={name} isBusy={isBusy} onConfirm={onRotate} />}
      <DeleteQuestion name={name} isBusy={isBusy} onConfirm={() => void remove.run({ id })} />
    </div>
  )
}

type ToolProps = { label: string; about: string; isPressed?: boolean; disabled?: boolean; onPress: () => void }

function Tool({ label, about, isPressed, disabled = false, onPress }: ToolProps) {
  return (
    <Button aria-label={`${label}: ${about}`} aria-expanded={isPressed} disabled={disabled} onClick={onPress}>
      {label}
    </Button>
  )
}

type EndpointQuestionProps = { name: string; isBusy: boolean; onConfirm: () => void }

function NewSecretQuestion({ name, isBusy, onConfirm }: EndpointQuestionProps) {
  return (
    <Confirm
      label="New secret"
      about={name}
      disabled={isBusy}
      title={`Create a new secret for ${name}?`}
      consequence="Both secrets work for one day. Switch your app to the new one before then."
      onConfirm={onConfirm}
    />
  )
}

function DeleteQuestion({ name, isBusy, onConfirm }: EndpointQuestionProps) {
  return (
    <Confirm
      label="Delete"
      about={name}
      disabled={isBusy}
      title={`Delete ${name}?`}
      consequence="It won’t get any more events, and its log is deleted too. You can’t undo this."
      onConfirm={onConfirm}
    />
  )
}

type ChangeFormProps = { endpoint: ListedEndpoint; changing: Changing; onDone: () => void }

function ChangeForm({ endpoint, changing: { change, busy: isBusy }, onDone }: ChangeFormProps) {
  return (
    <div className="endpoint-part">
      <EndpointForm
        known={endpoint}
        label="Save"
        isBusy={isBusy}
        problem=""
        onSave={async ({ url: _url, kind: _kind, ...fields }) =>
          (await change.run({ id: endpoint.id, ...fields })) && onDone()
        }
      />
    </div>
  )
}
