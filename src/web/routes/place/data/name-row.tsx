import { type FormEvent, type RefObject, useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { nameQuestion } from '#shared/site/questions.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { callPlace, isFault, type PlaceFault } from '../../../calls/call-place.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { AnswerRow } from './answer-row.tsx'
import { EditorButtons } from './editor-buttons.tsx'

type NameRowProps = { place: Place; token: string; onPlace: (place: Place) => void }

/** The full name, and a field that corrects it. */
export function NameRow({ place, token, onPlace }: NameRowProps) {
  const [state, setState] = useState<'shown' | 'open' | 'saved'>('shown')
  if (state === 'open')
    return (
      <NameEditor
        name={place.full_name ?? ''}
        token={token}
        onClose={(changed) => {
          if (changed) onPlace(changed)
          setState(changed ? 'saved' : 'shown')
        }}
      />
    )
  const { full_name: name } = place
  return (
    <AnswerRow question={nameQuestion()} isSaved={state === 'saved'} onChange={() => setState('open')}>
      {name === null ? (
        <p className="text-muted">{site().place.name.elsewhere}</p>
      ) : (
        <p className="wrap-anywhere">{name}</p>
      )}
    </AnswerRow>
  )
}

type NameEditorProps = { name: string; token: string; onClose: (changed?: Place) => void }

function NameEditor({ name, token, onClose }: NameEditorProps) {
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const field = useFocusOnArrival<HTMLInputElement>({ isPart: true })

  async function save(event: FormEvent) {
    event.preventDefault()
    const typed = field.current!.value.trim()
    if (isSaving) return
    if (!typed) {
      setFault(site().place.name.missing)
      return field.current!.focus()
    }
    setSaving(true)
    const outcome = await callPlace(ROUTES.correctPlace, token, { full_name: typed })
    if (!isFault(outcome)) return onClose(outcome)
    setSaving(false)
    setFault(wordsOf(outcome))
  }

  return (
    <form noValidate onSubmit={save} className="answer-editor">
      <NameField ref={field} name={name} isSaving={isSaving} fault={fault} onInput={() => setFault(null)} />
      <EditorButtons isSaving={isSaving} onCancel={() => onClose()} />
    </form>
  )
}

type NameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  name: string
  isSaving: boolean
  fault: string | null
  onInput: () => void
}

function NameField({ ref, name, isSaving, fault, onInput }: NameFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="text-small text-muted">
        {nameQuestion()}
      </label>
      <input
        ref={ref}
        id={id}
        type="text"
        required
        readOnly={isSaving}
        autoComplete="name"
        maxLength={MAX_LENGTH.name}
        defaultValue={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onInput={onInput}
        className="field read-only:text-muted"
      />
      <p id={`${id}-fault`} role="alert" className="mt-3 text-small text-danger empty:hidden">
        {fault}
      </p>
    </>
  )
}

function wordsOf(outcome: PlaceFault): string {
  if (outcome.fault === 'failed' && outcome.message) return outcome.message
  const fault = outcome.fault === 'fields' ? outcome.fields.full_name : undefined
  return fault ? fill(site().place.answers.fault, { fault }) : site().place.answers.failed
}
