import { type FormEvent, useId, useState } from 'react'
import { type MadeLink, ROLES, type Role } from '#shared/owner/accounts.ts'
import { invite } from '../../../api/admin/accounts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { Panel } from '../ui/panel.tsx'
import { AccountField } from './account-field.tsx'
import { MadeLinkNote } from './made-link.tsx'
import { useChange } from './use-change.ts'
import { ROLE_WORDS } from './words.ts'

/** Invites a colleague: by mail if there is a mail server, and with a link to copy. */
export function InviteForm() {
  const { change, problem, isBusy } = useChange()
  const [made, setMade] = useState<{ link: MadeLink; email: string } | null>(null)
  const [role, setRole] = useState<Role>('reader')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const [name, email] = [String(fields.get('name')), String(fields.get('email'))]
    const done = await change(() => invite({ name, email, role }))
    if (!done) return
    setMade({ link: done.answer, email })
    form.reset()
    setRole('reader')
  }

  return (
    <Panel title="Invite somebody">
      <form onSubmit={(event) => void submit(event)} className="account-form">
        <AccountField label="Name" name="name" maxLength={100} autoComplete="off" required />
        <AccountField label="Email" name="email" type="email" autoComplete="off" required />
        <RoleField role={role} onChange={setRole} />
        <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button')}>
          Invite
        </button>
      </form>
      <p className="mt-2 text-small text-muted">
        A {ROLE_WORDS[role].name.toLowerCase()} {ROLE_WORDS[role].may}.
      </p>
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
      {made && <MadeLinkNote made={made.link} email={made.email} />}
    </Panel>
  )
}

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Role
      </label>
      <select id={id} value={role} onChange={(event) => onChange(event.target.value as Role)} className="field">
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {ROLE_WORDS[one].name}
          </option>
        ))}
      </select>
    </div>
  )
}
