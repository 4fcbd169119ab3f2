import type { FormEvent } from 'react'
import { EVENT_FIELDS, EVENTS, type EventField, type EventType, LONGEST_ENDPOINT_NAME } from '#shared/webhooks.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { AccountField } from '../accounts/account-field.tsx'
import { TickList } from './tick-list.tsx'
import { EVENT_WORDS, FIELD_WORDS } from './words.ts'

type EndpointFields = { name: string; url: string; events: EventType[]; fields: EventField[] }

type EndpointFormProps = {
  /** The endpoint that is changed; its address stays. Not given for a new one. */
  known?: Omit<EndpointFields, 'url'>
  label: string
  isBusy: boolean
  problem: string
  onSave: (fields: EndpointFields, form: HTMLFormElement) => void
}

/** What an endpoint is told. */
export function EndpointForm({ known, label, isBusy, problem, onSave }: EndpointFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    onSave(
      {
        name: String(fields.get('name')),
        url: String(fields.get('url')),
        events: fields.getAll('event') as EventType[],
        fields: fields.getAll('field') as EventField[],
      },
      event.currentTarget,
    )
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
          <AccountField label="Address" name="url" type="url" placeholder="https://" autoComplete="off" required />
        )}
      </div>
      <div className="tick-columns">
        <TickList
          label="It is told when"
          name="event"
          values={EVENTS}
          words={EVENT_WORDS}
          ticked={known?.events ?? ['entry.joined']}
        />
        <div>
          <TickList
            label="It also gets"
            name="field"
            values={EVENT_FIELDS}
            words={FIELD_WORDS}
            ticked={known?.fields ?? []}
          />
          <p className="mt-1 max-w-prose text-small text-muted">
            Without these it gets ids only. With one of them, your privacy page names it, and it is told whom to erase.
          </p>
        </div>
      </div>
      <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button justify-self-start')}>
        {label}
      </button>
      <p role="alert" className="text-small text-danger empty:hidden">
        {problem}
      </p>
    </form>
  )
}
