import { useState } from 'react'
import type { ListedEndpoint } from '#shared/programs/webhooks.ts'
import { changeEndpoint, deleteEndpoint, rotateSecret, sendTest } from '../../../api/admin/endpoints.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useChange } from '../accounts/use-change.ts'
import { Question } from '../ui/question.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointLog } from './endpoint-log.tsx'
import { ShownOnce } from './shown-once.tsx'
import { FIELD_WORDS, KIND_WORDS, OFF_WORDS } from './words.ts'

type Part = 'log' | 'change' | null
type Changing = ReturnType<typeof useChange>

/** One endpoint: its state, its settings and its log. */
export function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
  const changing = useChange()
  const [part, setPart] = useState<Part>(null)
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate() {
    const done = await changing.change(() => rotateSecret(endpoint.id))
    setSecret(done && done.answer.secret)
  }

  return (
    <li className="endpoint">
      <div className="min-w-0">
        <EndpointFacts endpoint={endpoint} />
        <p role="alert" className="text-small text-danger empty:hidden">
          {changing.problem}
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
    fields.length > 0 ? `with ${fields.map((field) => FIELD_WORDS[field].toLowerCase()).join(', ')}` : 'ids only',
    waiting > 0 && `${grouped(waiting)} waiting`,
    given_up > 0 && `${grouped(given_up)} given up`,
    former_until !== null && 'two secrets sign',
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

function EndpointTools({ endpoint, changing: { change, isBusy }, part, onPart, onRotate }: EndpointToolsProps) {
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
        onPress={async () => (await change(() => sendTest(id))) && onPart('log')}
      />
      <Tool
        label={off_because === null ? 'Switch off' : 'Switch on'}
        about={name}
        disabled={isBusy}
        onPress={() => void change(() => changeEndpoint(id, { is_on: off_because !== null }))}
      />
      {kind === 'webhook' && <NewSecretQuestion name={name} isBusy={isBusy} onConfirm={onRotate} />}
      <DeleteQuestion name={name} isBusy={isBusy} onConfirm={() => void change(() => deleteEndpoint(id))} />
    </div>
  )
}

type ToolProps = { label: string; about: string; isPressed?: boolean; disabled?: boolean; onPress: () => void }

function Tool({ label, about, isPressed, disabled = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${about}`}
      aria-expanded={isPressed}
      disabled={disabled}
      onClick={onPress}
      className={buttonStyle('quiet', 'tool-button')}
    >
      {label}
    </button>
  )
}

type EndpointQuestionProps = { name: string; isBusy: boolean; onConfirm: () => void }

function NewSecretQuestion({ name, isBusy, onConfirm }: EndpointQuestionProps) {
  return (
    <Question
      label="New secret"
      about={name}
      tone="quiet"
      disabled={isBusy}
      title={`Make a new secret for ${name}?`}
      consequence="Both secrets sign for a day. Give your program the new one within that day."
      onConfirm={onConfirm}
    />
  )
}

function DeleteQuestion({ name, isBusy, onConfirm }: EndpointQuestionProps) {
  return (
    <Question
      label="Delete"
      about={name}
      tone="quiet"
      disabled={isBusy}
      title={`Delete ${name}?`}
      consequence="It gets no more events, and its log is deleted too. This cannot be undone."
      onConfirm={onConfirm}
    />
  )
}

type ChangeFormProps = { endpoint: ListedEndpoint; changing: Changing; onDone: () => void }

function ChangeForm({ endpoint, changing: { change, isBusy }, onDone }: ChangeFormProps) {
  return (
    <div className="endpoint-part">
      <EndpointForm
        known={endpoint}
        label="Save"
        isBusy={isBusy}
        problem=""
        onSave={async ({ url: _url, kind: _kind, ...fields }) =>
          (await change(() => changeEndpoint(endpoint.id, fields))) && onDone()
        }
      />
    </div>
  )
}
