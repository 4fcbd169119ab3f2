import { type FormEvent, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { isEmail, readEmail } from '#shared/values/email.ts'
import { call } from '../../../../calls/call.ts'
import { type ActFormProps, focus } from './note-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

/** Corrects a typing mistake in the address. */
export function EmailForm({ email, select, acting, onDone }: ActFormProps & { email: string }) {
  const [typed, setTyped] = useState(email)
  const wanted = readEmail(typed).toLowerCase()
  const canSave = isEmail(wanted) && wanted !== email && !acting.isActing

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // The form stays open if the owner has typed on since, or has closed it and opened it once more.
    const close = () => form.isConnected && new FormData(form).get('email') === typed && onDone()
    if (canSave) void acting.act(() => call(ROUTES.createAct, { kind: 'correct-email', email: wanted, select }), close)
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
