import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { place as words } from '#site/place.ts'
import { QUESTIONS } from '#site/questionnaire.ts'
import type { Place } from '#shared/place.ts'
import { MAX_LENGTH } from '#shared/text.ts'
import { correctPlace, isFault, type PlaceFault } from '../../api/place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { fieldStyle } from '../../ui/field.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'

type NameRowProps = { place: Place; token: string; onPlace: (place: Place) => void }

const QUESTION = QUESTIONS.find(({ name }) => name === 'full_name')!.question

/** The full name, if it is stored here, and a field that corrects it. */
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
  return <ShownName name={place.full_name} isSaved={state === 'saved'} onChange={() => setState('open')} />
}

type ShownNameProps = { name: string | null; isSaved: boolean; onChange: () => void }

function ShownName({ name, isSaved, onChange }: ShownNameProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The editor is gone, so the focus goes back to the button that opened it.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  return (
    <div className="answer">
      <div className="min-w-0 grow">
        <h3 className="font-text text-small font-normal tracking-normal text-muted">{QUESTION}</h3>
        {name === null ? <p className="text-muted">{words.name.elsewhere}</p> : <p className="wrap-anywhere">{name}</p>}
        <output className="text-small font-medium">{isSaved && words.answers.saved}</output>
      </div>
      <button
        ref={button}
        type="button"
        aria-label={`${words.answers.change}: ${QUESTION}`}
        onClick={onChange}
        className={buttonStyle('bare', '-mr-2 shrink-0')}
      >
        {words.answers.change}
      </button>
    </div>
  )
}

type NameEditorProps = { name: string; token: string; onClose: (changed?: Place) => void }

function NameEditor({ name, token, onClose }: NameEditorProps) {
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const field = useFocusOnArrival<HTMLInputElement>({ isPart: true })
  const id = useId()
  const { answers } = words

  async function save(event: FormEvent) {
    event.preventDefault()
    const typed = field.current!.value.trim()
    if (isSaving) return
    if (!typed) return field.current!.focus()
    setSaving(true)
    const outcome = await correctPlace(token, { full_name: typed })
    if (!isFault(outcome)) return onClose(outcome)
    setSaving(false)
    setFault(wordsOf(outcome))
  }

  return (
    <form noValidate onSubmit={save} className="answer-editor">
      <label htmlFor={id} className="text-small text-muted">
        {QUESTION}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        required
        autoComplete="name"
        maxLength={MAX_LENGTH.name}
        defaultValue={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onInput={() => setFault(null)}
        className={fieldStyle}
      />
      <p id={`${id}-fault`} role="alert" className="mt-3 text-small text-danger empty:hidden">
        {fault}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="submit"
          aria-disabled={isSaving || undefined}
          className={buttonStyle('primary', 'grow tablet:min-w-32 tablet:grow-0')}
        >
          {isSaving ? answers.saving : answers.save}
        </button>
        <button type="button" onClick={() => onClose()} className={buttonStyle('quiet')}>
          {answers.cancel}
        </button>
      </div>
    </form>
  )
}

function wordsOf(outcome: PlaceFault): string {
  if (outcome.fault === 'failed' && outcome.message) return outcome.message
  const fault = outcome.fault === 'fields' ? outcome.fields.full_name : undefined
  return fault ? words.answers.fault(fault) : words.answers.failed
}
