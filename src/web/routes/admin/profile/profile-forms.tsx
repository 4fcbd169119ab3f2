import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { LONGEST_TAG, type Selection } from '#shared/list/act-requests.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { isEmail, readEmail } from '#shared/values/email.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import type { Acting } from '../entries/use-act.ts'
import { tagsQuery } from '../state/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Email } from '../../../ui/text.tsx'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'

type ActFormProps = { select: Selection; acting: Acting; onDone: () => void }

type NoteFormProps = ActFormProps & { note: NoteDraft }

/** A text that is too long is not cut, because a cut would go unnoticed. */
export function NoteForm({ select, acting, note: { text, isUnderWay, change, save }, onDone }: NoteFormProps) {
  const left = MAX_LENGTH.freeText - text.trim().length
  const canSave = text.trim() !== '' && left >= 0 && !acting.isActing && !isUnderWay

  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSave) void save((onMade) => acting.make({ kind: 'note', text: text.trim(), select }, onMade), onDone)
  }

  return (
    <form onSubmit={submit} className="act-form">
      <Field
        ref={focus}
        label="Note (only your team sees it)"
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

function focus(element: HTMLElement | null) {
  element?.focus()
}

export function TagForm({ select, acting, onDone }: ActFormProps) {
  const tags = useQuery(tagsQuery).data ?? []

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = () => String(new FormData(form).get('tag')).trim()
    const tag = read()
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && read() === tag && onDone()
    if (tag) void acting.make({ kind: 'tag', tag, remove: false, select }, close)
  }

  return (
    <form onSubmit={save} className="act-form">
      <Field
        ref={focus}
        label="Tag"
        name="tag"
        suggestions={tags.map(({ tag }) => tag)}
        maxLength={LONGEST_TAG}
        required
        autoComplete="off"
      />
      <div className="act-form-foot">
        <Button kind="primary" type="submit" busy={acting.isActing}>
          Add tag
        </Button>
      </div>
    </form>
  )
}

export function EmailForm({ email, select, acting, onDone }: ActFormProps & { email: string }) {
  const [typed, setTyped] = useState(email)
  const wanted = readEmail(typed).toLowerCase()
  const canSave = isEmail(wanted) && wanted !== email && !acting.isActing

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && new FormData(form).get('email') === typed && onDone()
    if (canSave) void acting.make({ kind: 'correct-email', email: wanted, select }, close)
  }

  return (
    <form onSubmit={save} noValidate className="act-form">
      <Field
        ref={focus}
        label="Correct email"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        asksMeant
        hint={warningOf('correct-email')}
        onValueChange={setTyped}
      />
      <div className="act-form-foot">
        <Button kind="primary" type="submit" disabled={!canSave}>
          Correct
        </Button>
      </div>
    </form>
  )
}

export function EraseForm({
  email,
  select,
  acting,
  onDone,
  onErased,
}: ActFormProps & { email: string; onErased: () => void }) {
  return (
    <section aria-label="Erase this person" className="act-form border-danger bg-danger-wash">
      <p ref={focus} tabIndex={-1}>
        Erase{' '}
        <strong>
          <Email email={email} />
        </strong>
        ? {warningOf('erase')}
      </p>
      <div className="act-form-foot">
        <Button onClick={onDone}>Keep them</Button>
        <Button kind="danger" busy={acting.isActing} onClick={() => acting.make({ kind: 'erase', select }, onErased)}>
          Erase for good
        </Button>
      </div>
    </section>
  )
}

/** The drafts by the id of the entry. They are only in memory, because notes are personal data. */
const drafts = new Map<string, string>()
/** The texts that are being saved, by the id of the entry. A profile that is opened again must not save them twice. */
const underWay = new Map<string, string>()
const listeners = new Set<() => void>()

export type NoteDraft = ReturnType<typeof useNoteDraft>

/** Kept when the profile closes or the session expires. */
export function useNoteDraft(id: string) {
  const text = useSyncExternalStore(listen, () => drafts.get(id) ?? '')
  const sent = useSyncExternalStore(listen, () => underWay.get(id))
  return {
    text,
    isUnderWay: text === sent,
    change: (typed: string) => write(drafts, id, typed),
    /** Saves the text by `act`, which calls `onMade` once the note is made. */
    async save(act: (onMade: () => void) => Promise<void>, onRemoved: () => void) {
      write(underWay, id, text)
      await act(() => {
        // The note stays if the owner has changed it since.
        if (drafts.get(id) !== text) return
        write(drafts, id, '')
        onRemoved()
      })
      if (underWay.get(id) === text) write(underWay, id, '')
    },
  }
}

/** Called when an owner signs out, so that the next one does not see their notes. */
export function forgetNoteDrafts(): void {
  drafts.clear()
}

function write(texts: Map<string, string>, id: string, text: string) {
  if (text === '') texts.delete(id)
  else texts.set(id, text)
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
