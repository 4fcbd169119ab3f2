import { useState } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { makeAct } from '../../../../api/admin/acts.ts'
import { buttonStyle } from '../../../../ui/button.ts'
import type { Acting } from '../../state/use-act.ts'
import type { NoteDraft } from './use-note-draft.ts'
import { May } from '../../session/may.tsx'
import { CopyEmail } from './copy-email.tsx'
import { EmailForm } from './email-form.tsx'
import { EraseForm } from './erase-form.tsx'
import { NoteForm } from './note-form.tsx'
import { TagForm } from './tag-form.tsx'

type Decision = {
  kind: Extract<ActRequest['kind'], 'accept' | 'hold' | 'reject'>
  label: string
  /** Whether the decision would change nothing. */
  isMade: (entry: EntryDetail['entry']) => boolean
}

/** All decisions are always shown, so that a second press does not hit another button. */
const DECISIONS: Decision[] = [
  { kind: 'accept', label: 'Accept', isMade: ({ rejected, doubtful }) => !rejected && !doubtful },
  { kind: 'hold', label: 'Hold', isMade: ({ rejected, doubtful }) => doubtful && !rejected },
  { kind: 'reject', label: 'Reject', isMade: ({ rejected }) => rejected },
]

const FORMS = { note: 'Note', tag: 'Tag', email: 'Correct email', erase: 'Erase' } as const
type Form = keyof typeof FORMS

type ProfileActionsProps = {
  entry: EntryDetail['entry']
  acting: Acting
  /** The note that is being typed. */
  note: NoteDraft
  onErased: () => void
}

/**
 * The owner's actions for one person: the everyday ones, then the decisions, then the rare ones. A decision applies at
 * once, and the status line of the profile offers its undo.
 */
export function ProfileActions({ entry, acting, note, onErased }: ProfileActionsProps) {
  const [form, setForm] = useState<Form | null>(note.text === '' ? null : 'note')
  const select = { ids: [entry.id] }
  // An act may be done late, when the owner has opened another form.
  const close = (done: Form) => setForm((open) => (open === done ? null : open))

  return (
    <div className="profile-actions">
      <div className="profile-buttons">
        <WriteLink email={entry.email} />
        <CopyEmail email={entry.email} className={QUIET} />
        <May needs="manager">
          <FormButton opens="note" open={form} onToggle={setForm} className={QUIET} />
          <FormButton opens="tag" open={form} onToggle={setForm} className={QUIET} />
        </May>
      </div>
      <May needs="manager">
        <div className="profile-buttons">
          <DecisionButtons entry={entry} acting={acting} />
          <span className="profile-rare">
            <FormButton opens="email" open={form} onToggle={setForm} className={BARE} />
            <May needs="owner">
              <FormButton opens="erase" open={form} onToggle={setForm} className={`${BARE} danger-button`} />
            </May>
          </span>
        </div>
      </May>
      {form === 'note' && <NoteForm select={select} acting={acting} note={note} onDone={() => close('note')} />}
      {form === 'tag' && <TagForm select={select} acting={acting} onDone={() => close('tag')} />}
      {form === 'email' && (
        <EmailForm email={entry.email} select={select} acting={acting} onDone={() => close('email')} />
      )}
      {form === 'erase' && (
        <EraseForm
          email={entry.email}
          select={select}
          acting={acting}
          onDone={() => close('erase')}
          onErased={onErased}
        />
      )}
    </div>
  )
}

function WriteLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={buttonStyle('primary', SIZE)}>
      Write
    </a>
  )
}

type FormButtonProps = { opens: Form; open: Form | null; onToggle: (form: Form | null) => void; className: string }

/** A button that opens a form, or closes the form if it is open. */
function FormButton({ opens, open, onToggle, className }: FormButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open === opens}
      onClick={() => onToggle(open === opens ? null : opens)}
      className={className}
    >
      {FORMS[opens]}
    </button>
  )
}

function DecisionButtons({ entry, acting }: Pick<ProfileActionsProps, 'entry' | 'acting'>) {
  const select = { ids: [entry.id] }
  return DECISIONS.map(({ kind, label, isMade }) => (
    <button
      key={kind}
      type="button"
      aria-disabled={acting.isActing || isMade(entry)}
      onClick={() => !isMade(entry) && void acting.act(() => makeAct({ kind, select }))}
      className={kind === 'reject' ? `${QUIET} danger-button` : QUIET}
    >
      {label}
    </button>
  ))
}

const SIZE = 'tool-button px-4!'
const QUIET = buttonStyle('quiet', `${SIZE} aria-disabled:border-line aria-disabled:text-muted`)
const BARE = buttonStyle('bare', 'tool-button')
