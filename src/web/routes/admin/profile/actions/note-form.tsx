import { type FormEvent, useId } from 'react'
import type { Selection } from '#shared/list/act-requests.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { makeAct } from '../../../../api/admin/acts.ts'
import { buttonStyle } from '../../../../ui/button.ts'
import { grouped } from '../../../../ui/grouped.ts'
import type { Acting } from '../../state/use-act.ts'
import type { NoteDraft } from './use-note-draft.ts'

export type ActFormProps = { select: Selection; acting: Acting; onDone: () => void }

type NoteFormProps = ActFormProps & { note: NoteDraft }

/**
 * The form for a note. It does not cut a text that is too long, because a cut would go unnoticed. Instead, it shows how
 * many characters are too many.
 */
export function NoteForm({ select, acting, note: { text, isUnderWay, change, save }, onDone }: NoteFormProps) {
  const id = useId()
  const left = MAX_LENGTH.freeText - text.trim().length
  const canSave = text.trim() !== '' && left >= 0 && !acting.isActing && !isUnderWay

  function submit(event: FormEvent) {
    event.preventDefault()
    const make = () => makeAct({ kind: 'note', text: text.trim(), select })
    if (canSave) void save((onMade) => acting.act(make, onMade), onDone)
  }

  return (
    <form onSubmit={submit} className="act-form">
      <label htmlFor={id} className="filter-label">
        Note, for owners only
      </label>
      <textarea
        ref={focus}
        id={id}
        rows={3}
        value={text}
        aria-describedby={`${id}-left`}
        aria-invalid={left < 0}
        onChange={(event) => change(event.target.value)}
        className="filter-field py-2"
      />
      <div className="act-form-foot">
        <CharactersLeft id={`${id}-left`} left={left} />
        <button type="submit" disabled={!canSave} className={buttonStyle('primary', 'tool-button')}>
          Save note
        </button>
      </div>
    </form>
  )
}

function CharactersLeft({ id, left }: { id: string; left: number }) {
  return (
    <p id={id} aria-live="polite" className={left < 0 ? 'text-small text-danger' : 'text-small text-muted'}>
      {left < 0 && `${grouped(-left)} characters too many`}
      {left >= 0 && left <= 200 && `${grouped(left)} characters left`}
    </p>
  )
}

/** Focuses a field when it appears, because the owner has just asked for its form. */
export function focus(element: HTMLElement | null) {
  element?.focus()
}
