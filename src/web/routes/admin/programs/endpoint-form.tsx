import { type FormEvent, useId, useState } from 'react'
import {
  ENDPOINT_KINDS,
  type EndpointKind,
  EVENTS,
  type EventField,
  type EventType,
  fieldsOf,
  LONGEST_ENDPOINT_NAME,
} from '#shared/programs/webhooks.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { AccountField } from '../accounts/account-field.tsx'
import { TickList } from './tick-list.tsx'
import { EVENT_WORDS, FIELD_WORDS, KIND_WORDS, URL_HINTS } from './words.ts'

type EndpointFields = { kind: EndpointKind; name: string; url: string; events: EventType[]; fields: EventField[] }

type EndpointFormProps = {
  /** The endpoint to change, which keeps its address and kind. Not given for a new endpoint. */
  known?: Omit<EndpointFields, 'url'>
  label: string
  isBusy: boolean
  problem: string
  onSave: (fields: EndpointFields, form: HTMLFormElement) => void
}

/** The settings of an endpoint: its name, its address, and the events and fields that it gets. */
export function EndpointForm({ known, label, isBusy, problem, onSave }: EndpointFormProps) {
  const [kind, setKind] = useState(known?.kind ?? 'webhook')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(fieldsIn(event.currentTarget, kind), event.currentTarget)
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="account-form">
        <AccountField
          label="Name"
          name="name"
          maxLength={LONGEST_ENDPOINT_NAME}
          autoComplete="off"
          defaultValue={known?.name}
          required
        />
        {!known && (
          <>
            <KindField kind={kind} onChange={setKind} />
            <AccountField label="Address" name="url" type="url" placeholder="https://" autoComplete="off" required />
          </>
        )}
      </div>
      {!known && <p className="text-small text-muted empty:hidden">{URL_HINTS[kind]}</p>}
      <EventAndFieldTicks kind={kind} known={known} />
      <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button justify-self-start')}>
        {label}
      </button>
      <p role="alert" className="text-small text-danger empty:hidden">
        {problem}
      </p>
    </form>
  )
}

function fieldsIn(form: HTMLFormElement, kind: EndpointKind): EndpointFields {
  const fields = new FormData(form)
  return {
    kind,
    name: String(fields.get('name')),
    url: String(fields.get('url')),
    events: fields.getAll('event') as EventType[],
    fields: fields.getAll('field') as EventField[],
  }
}

type TicksProps = { kind: EndpointKind; known: EndpointFormProps['known'] }

/** The events that an endpoint gets, and the fields that come with them. */
function EventAndFieldTicks({ kind, known }: TicksProps) {
  return (
    <div className="tick-columns">
      <TickList
        label="Tell it when"
        name="event"
        values={EVENTS}
        words={EVENT_WORDS}
        ticked={known?.events ?? ['entry.joined']}
      />
      <div>
        <TickList
          label="It also gets"
          name="field"
          values={fieldsOf(kind)}
          words={FIELD_WORDS}
          ticked={known?.fields ?? []}
        />
        <p className="mt-1 max-w-prose text-small text-muted">
          {kind === 'webhook'
            ? 'Without these it gets ids only. With one of them, your privacy page names it, and it is told whom to erase.'
            : `Without it, lines say 'Somebody'. With it, your privacy page names ${KIND_WORDS[kind]}. Names that were told stay there when somebody is erased.`}
        </p>
      </div>
    </div>
  )
}

function KindField({ kind, onChange }: { kind: EndpointKind; onChange: (kind: EndpointKind) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Kind
      </label>
      <select id={id} value={kind} onChange={(event) => onChange(event.target.value as EndpointKind)} className="field">
        {ENDPOINT_KINDS.map((one) => (
          <option key={one} value={one}>
            {KIND_WORDS[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
