import { type FormEvent, useState } from 'react'
import {
  ENDPOINT_KINDS,
  type EndpointKind,
  EVENTS,
  type EventField,
  type EventType,
  fieldsOf,
  LONGEST_ENDPOINT_NAME,
} from '#shared/programs/webhooks.ts'
import { EVENT_WORDS, FIELD_WORDS, KIND_WORDS, URL_HINTS } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { Checks } from '../../../ui/switch.tsx'

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
              options={ENDPOINT_KINDS.map((one) => ({ value: one, label: KIND_WORDS[one] }))}
              value={kind}
              onValueChange={setKind}
            />
            <Field label="URL" name="url" type="url" placeholder="https://" autoComplete="off" required />
          </>
        )}
      </div>
      {!known && <p className="text-small text-muted empty:hidden">{URL_HINTS[kind]}</p>}
      <EventAndFieldTicks kind={kind} known={known} />
      <Button kind="primary" className="justify-self-start" type="submit" busy={isBusy}>
        {label}
      </Button>
      <Problem>{problem}</Problem>
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
      <Checks
        label="Events"
        name="event"
        options={EVENTS.map((event) => ({ value: event, label: EVENT_WORDS[event] }))}
        ticked={known?.events ?? ['entry.joined']}
      />
      <Checks
        label="Include"
        name="field"
        options={fieldsOf(kind).map((field) => ({ value: field, label: FIELD_WORDS[field] }))}
        ticked={known?.fields ?? []}
        hint={
          kind === 'webhook'
            ? 'IDs only by default. If you include personal data, the recipient is listed on your privacy page and told about deletions.'
            : `Without it, messages say “Someone”. With it, ${KIND_WORDS[kind]} is listed on your privacy page, and names stay there even if the person is erased here.`
        }
      />
    </div>
  )
}
