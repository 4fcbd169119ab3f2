import { type FormEvent, useId, useState } from 'react'
import { warningOf } from '#shared/list/act-words.ts'
import { isEmail } from '#shared/values/email.ts'
import { makeAct } from '../../../../api/admin/acts.ts'
import { buttonStyle } from '../../../../ui/button.ts'
import { type ActFormProps, focus } from './note-form.tsx'

/** Corrects a typing mistake in the address. */
export function EmailForm({ email, select, acting, onDone }: ActFormProps & { email: string }) {
  const [typed, setTyped] = useState(email)
  const id = useId()
  const wanted = typed.trim().toLowerCase()
  const canSave = isEmail(wanted) && wanted !== email && !acting.isActing

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && new FormData(form).get('email') === typed && onDone()
    if (canSave) void acting.act(() => makeAct({ kind: 'correct-email', email: wanted, select }), close)
  }

  return (
    <form onSubmit={save} noValidate className="act-form">
      <label htmlFor={id} className="filter-label">
        Correct email
      </label>
      <div className="act-form-line">
        <input
          ref={focus}
          id={id}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          aria-describedby={`${id}-warning`}
          onChange={(event) => setTyped(event.target.value)}
          className="filter-field"
        />
        <button type="submit" disabled={!canSave} className={buttonStyle('primary', 'tool-button')}>
          Correct
        </button>
      </div>
      <p id={`${id}-warning`} className="mt-2 text-small text-muted">
        {warningOf('correct-email')}
      </p>
    </form>
  )
}
