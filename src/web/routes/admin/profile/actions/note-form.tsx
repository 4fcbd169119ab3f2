import type { FormEvent } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Selection } from '#shared/list/act-requests.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../../../calls/call.ts'
import { grouped } from '../../../../ui/grouped.ts'
import type { Acting } from '../../acts/use-act.ts'
import type { NoteDraft } from './use-note-draft.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

export type ActFormProps = { select: Selection; acting: Acting; onDone: () => void }

type NoteFormProps = ActFormProps & { note: NoteDraft }

/**
 * The form for a note. It does not cut a text that is too long, because a cut would go unnoticed. Instead, it shows how
 * many characters are too many.
 */
export function NoteForm({ select, acting, note: { text, isUnderWay, change, save }, onDone }: NoteFormProps) {
  const left = MAX_LENGTH.freeText - text.trim().length
  const canSave = text.trim() !== '' && left >= 0 && !acting.isActing && !isUnderWay

  function submit(event: FormEvent) {
    event.preventDefault()
    const make = () => call(ROUTES.createAct, { kind: 'note', text: text.trim(), select })
    if (canSave) void save((onMade) => acting.act(make, onMade), onDone)
  }

  return (
    <form onSubmit={submit} className="act-form">
      <Field
        ref={focus}
        label="Note, for owners only"
        rows={3}
        value={text}
        problem={left < 0 ? `${grouped(-left)} characters too many` : null}
        onValueChange={change}
      />
      <div className="act-form-foot">
        <p aria-live="polite" className="text-small text-muted">
          {left >= 0 && left <= 200 && `${grouped(left)} characters left`}
        </p>
        <Button kind="primary" type="submit" disabled={!canSave}>
          Save note
        </Button>
      </div>
    </form>
  )
}

/** Focuses a field when it appears, because the owner has just asked for its form. */
export function focus(element: HTMLElement | null) {
  element?.focus()
}
