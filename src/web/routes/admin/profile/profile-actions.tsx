import { useState } from 'react'
import type { ActRequest } from '#shared/acts.ts'
import type { EntryDetail } from '#shared/entry.ts'
import { makeAct } from '../../../api/acts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import type { Acting } from '../acts/use-act.ts'
import { CopyEmail } from './copy-email.tsx'
import { EmailForm } from './email-form.tsx'
import { EraseForm } from './erase-form.tsx'
import { NoteForm } from './note-form.tsx'
import { TagForm } from './tag-form.tsx'

type Decision = Extract<ActRequest['kind'], 'accept' | 'hold' | 'reject'>
const FORMS = { note: 'Note', tag: 'Tag', email: 'Correct email', erase: 'Erase' } as const
type Form = keyof typeof FORMS

type ProfileActionsProps = {
  entry: EntryDetail['entry']
  acting: Acting
  /** The note that is being typed. */
  note: string
  onNote: (text: string) => void
  onErased: () => void
}

/**
 * What the owner can do about one person: what is done every day, then decisions, which are made at once and can be
 * undone below, then what is rare.
 */
export function ProfileActions({ entry, acting, note, onNote, onErased }: ProfileActionsProps) {
  const [form, setForm] = useState<Form | null>(note === '' ? null : 'note')
  const select = { ids: [entry.id] }
  const close = () => setForm(null)

  function closeNote() {
    close()
    onNote('')
  }

  return (
    <div className="profile-actions">
      <div className="profile-buttons">
        <a
          href={`mailto:${encodeURIComponent(entry.email).replace('%40', '@')}`}
          className={buttonStyle('primary', SIZE)}
        >
          Write
        </a>
        <CopyEmail email={entry.email} className={QUIET} />
        {formButton('note', QUIET)}
        {formButton('tag', QUIET)}
      </div>
      <div className="profile-buttons">
        {decisionsOn(entry).map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            aria-disabled={acting.isActing}
            onClick={() => void acting.act(() => makeAct({ kind, select }))}
            className={kind === 'reject' ? `${QUIET} danger-button` : QUIET}
          >
            {label}
          </button>
        ))}
        <span className="profile-rare">
          {formButton('email', BARE)}
          {formButton('erase', `${BARE} danger-button`)}
        </span>
      </div>
      {form === 'note' && <NoteForm select={select} acting={acting} text={note} onType={onNote} onDone={closeNote} />}
      {form === 'tag' && <TagForm select={select} acting={acting} onDone={close} />}
      {form === 'email' && <EmailForm email={entry.email} select={select} acting={acting} onDone={close} />}
      {form === 'erase' && (
        <EraseForm email={entry.email} select={select} acting={acting} onDone={close} onErased={onErased} />
      )}
    </div>
  )

  function formButton(own: Form, className: string) {
    return (
      <button
        type="button"
        aria-expanded={form === own}
        onClick={() => setForm(form === own ? null : own)}
        className={className}
      >
        {FORMS[own]}
      </button>
    )
  }
}

/** The decisions that would change something. */
function decisionsOn({ rejected, doubtful }: EntryDetail['entry']): [Decision, string][] {
  return [
    ...(rejected || doubtful ? [['accept', 'Accept'] as [Decision, string]] : []),
    ...(doubtful && !rejected ? [] : [['hold', 'Hold'] as [Decision, string]]),
    ...(rejected ? [] : [['reject', 'Reject'] as [Decision, string]]),
  ]
}

const SIZE = 'tool-button px-4!'
const QUIET = buttonStyle('quiet', `${SIZE} aria-disabled:border-line aria-disabled:text-muted`)
const BARE = buttonStyle('bare', 'tool-button')
