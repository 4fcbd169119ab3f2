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

type ProfileActionsProps = { entry: EntryDetail['entry']; acting: Acting; onErased: () => void }

/** What the owner can do about one person. A decision is made at once, and can be undone below it. */
export function ProfileActions({ entry, acting, onErased }: ProfileActionsProps) {
  const [form, setForm] = useState<Form | null>(null)
  const select = { ids: [entry.id] }
  const close = () => setForm(null)

  return (
    <div className="profile-actions">
      <div className="profile-buttons">
        <a href={`mailto:${encodeURIComponent(entry.email).replace('%40', '@')}`} className={BUTTON}>
          Write
        </a>
        <CopyEmail email={entry.email} className={BUTTON} />
        {(['note', 'tag'] as const).map(formButton)}
        {decisionsOn(entry).map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            aria-disabled={acting.isActing}
            onClick={() => void acting.act(() => makeAct({ kind, select }))}
            className={BUTTON}
          >
            {label}
          </button>
        ))}
        {formButton('email')}
        {formButton('erase')}
      </div>
      {form === 'note' && <NoteForm select={select} acting={acting} onDone={close} />}
      {form === 'tag' && <TagForm select={select} acting={acting} onDone={close} />}
      {form === 'email' && <EmailForm email={entry.email} select={select} acting={acting} onDone={close} />}
      {form === 'erase' && (
        <EraseForm email={entry.email} select={select} acting={acting} onDone={close} onErased={onErased} />
      )}
    </div>
  )

  function formButton(own: Form) {
    return (
      <button
        key={own}
        type="button"
        aria-expanded={form === own}
        onClick={() => setForm(form === own ? null : own)}
        className={BUTTON}
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

const BUTTON = buttonStyle('quiet', 'tool-button px-3! aria-disabled:border-line aria-disabled:text-muted')
