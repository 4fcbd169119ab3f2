import { type FormEvent, useId, useState } from 'react'
import { LONGEST_KEY_NAME, SCOPES, type Scope } from '#shared/programs/keys.ts'
import { paths } from '#shared/site/paths.ts'
import { makeKey } from '../../../api/admin/keys.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { AccountField } from '../accounts/account-field.tsx'
import { useChange } from '../accounts/use-change.ts'
import { Panel } from '../ui/panel.tsx'
import { ShownOnce } from './shown-once.tsx'
import { TickList } from './tick-list.tsx'
import { KEY_DAYS, SCOPE_WORDS } from './words.ts'

const MAY = Object.fromEntries(
  SCOPES.map((scope) => [scope, `${SCOPE_WORDS[scope].name}: ${SCOPE_WORDS[scope].may}`]),
) as Record<Scope, string>

/** Creates a key, which is shown only once. */
export function KeyForm() {
  const { change, problem, isBusy } = useChange()
  const [made, setMade] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const days = Number(fields.get('days')) || null
    const scopes = fields.getAll('scope') as Scope[]
    const done = await change(() => makeKey({ name: String(fields.get('name')), scopes, days }))
    if (!done) return
    setMade(done.answer.key)
    form.reset()
  }

  return (
    <Panel title="Make a key" note={`For programs of yours. They call ${location.origin}${paths.api.v1}.`}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="account-form">
          <AccountField label="Name" name="name" maxLength={LONGEST_KEY_NAME} autoComplete="off" required />
          <DaysField />
        </div>
        <TickList label="It may" name="scope" values={SCOPES} words={MAY} ticked={['read']} />
        <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button justify-self-start')}>
          Make the key
        </button>
      </form>
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
      {made && <ShownOnce text={made} what="key" />}
    </Panel>
  )
}

function DaysField() {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        It works
      </label>
      <select id={id} name="days" className="field">
        {KEY_DAYS.map(([days, words]) => (
          <option key={words} value={days ?? ''}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
