import { useState } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import type { Acting } from '../entries/use-act.ts'
import { EmailForm, EraseForm, type NoteDraft, NoteForm, TagForm } from './profile-forms.tsx'
import { May } from '../state/use-account.tsx'
import { goTo } from '../state/use-view.tsx'
import { toInvite } from '../waves/invited.ts'
import { Button, buttonClass, type ButtonKind, Copy } from '../../../ui/button.tsx'

type Decision = {
  kind: Extract<ActRequest['kind'], 'accept' | 'hold' | 'reject'>
  label: string
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
  note: NoteDraft
  onErased: () => void
}

export function ProfileActions({ entry, acting, note, onErased }: ProfileActionsProps) {
  const [form, setForm] = useState<Form | null>(note.text === '' ? null : 'note')
  const select = { ids: [entry.id] }
  // An act may be done late, when the owner has opened another form.
  const close = (done: Form) => setForm((open) => (open === done ? null : open))

  return (
    <div className="profile-actions grid gap-3">
      <div className="profile-buttons">
        {entry.state === 'waiting' && (
          <May needs="manager">
            <Button
              kind="primary"
              // Still there once somebody is rejected, so that no button moves.
              aria-disabled={entry.rejected}
              onClick={() => goTo({ view: 'invites', wave: 'new', entry: null }, { state: toInvite([entry.id]) })}
            >
              Invite
            </Button>
          </May>
        )}
        <a href={`mailto:${encodeURIComponent(entry.email).replace('%40', '@')}`} className={buttonClass('quiet')}>
          Write
        </a>
        <Copy text={entry.email} label="Copy email" />
        <May needs="manager">
          <FormButton opens="note" open={form} onToggle={setForm} />
          <FormButton opens="tag" open={form} onToggle={setForm} />
        </May>
      </div>
      <May needs="manager">
        <div className="profile-buttons">
          <DecisionButtons entry={entry} acting={acting} />
          <span className="flex gap-y-1 gap-x-3 ms-auto">
            <May needs="owner">
              <FormButton opens="email" open={form} onToggle={setForm} kind="bare" />
              <FormButton opens="erase" open={form} onToggle={setForm} kind="bare" className="text-danger!" />
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

type FormButtonProps = {
  opens: Form
  open: Form | null
  onToggle: (form: Form | null) => void
  kind?: ButtonKind
  className?: string
}

function FormButton({ opens, open, onToggle, ...look }: FormButtonProps) {
  return (
    <Button {...look} aria-expanded={open === opens} onClick={() => onToggle(open === opens ? null : opens)}>
      {FORMS[opens]}
    </Button>
  )
}

function DecisionButtons({ entry, acting }: Pick<ProfileActionsProps, 'entry' | 'acting'>) {
  const select = { ids: [entry.id] }
  return DECISIONS.map(({ kind, label, isMade }) => (
    <Button
      key={kind}
      kind={kind === 'reject' ? 'danger' : 'quiet'}
      aria-disabled={acting.isActing || isMade(entry)}
      onClick={() => acting.make({ kind, select })}
    >
      {label}
    </Button>
  ))
}
