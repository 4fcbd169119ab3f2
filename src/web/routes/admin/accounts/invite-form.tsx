import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { type MadeLink, ROLES, type Role } from '#shared/owner/accounts.ts'
import { useWork } from '../../../calls/use-action.ts'
import { call } from '../../../calls/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { MadeLinkNote } from './made-link.tsx'
import { ROLE_WORDS } from './words.ts'

type Invited = { name: string; email: string; role: Role }

/** Invites a colleague: by mail if there is a mail server, and with a link to copy. */
export function InviteForm() {
  const [made, setMade] = useState<{ link: MadeLink; email: string } | null>(null)
  const action = useWork(
    async (invited: Invited) => ({ link: await call(ROUTES.inviteAccount, invited), email: invited.email }),
    { refresh: ['accounts', 'session'], onDone: setMade },
  )
  return (
    <Panel
      title="Invite a teammate"
      note={ROLES.map((role) => `${ROLE_WORDS[role].name}: ${ROLE_WORDS[role].may}.`).join(' ')}
    >
      <Form action={action} onSaved="reset" className="account-form">
        <Field label="Name" name="name" maxLength={100} autoComplete="off" required />
        <Field label="Email" name="email" type="email" autoComplete="off" required />
        <Select
          label="Role"
          name="role"
          options={ROLES.map((one) => ({ value: one, label: ROLE_WORDS[one].name }))}
          defaultValue="reader"
        />
        <Button kind="primary" type="submit">
          Invite
        </Button>
      </Form>
      {made && <MadeLinkNote made={made.link} email={made.email} />}
    </Panel>
  )
}
