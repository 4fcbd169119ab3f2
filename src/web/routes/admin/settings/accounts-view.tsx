import { several } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedAccount, type MadeLink, type Role, ROLES } from '#shared/owner/accounts.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { allOf, useAction, useWork } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/time.tsx'
import { Empty, FORM_ROW, ListPanel, Panel, Row, ShownOnce } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'
import { May, useAccount } from '../state/use-account.tsx'
import { Devices, OwnAccount, OwnPasskeys, ROLE_WORDS, STATE_WORDS } from './own-account.tsx'
import { accountsQuery, REFRESH_ACCOUNTS } from '../state/queries.ts'

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].name }))

export function AccountsView() {
  const account = useAccount()
  const { data, isError } = useQuery(accountsQuery)
  const [made, setMade] = useState<{ link: MadeLink; email: string } | null>(null)
  const action = useWork(
    async (invited: { name: string; email: string; role: Role }) => ({
      link: await call(ROUTES.inviteAccount, invited),
      email: invited.email,
    }),
    { ...REFRESH_ACCOUNTS, onDone: setMade },
  )
  return (
    <>
      {account === null ? <Empty>Loading data...</Empty> : <OwnAccount account={account} />}
      <OwnPasskeys />
      <Devices />
      <May needs="owner">
        <ListPanel title="Accounts" items={data} failed={isError && 'The accounts'}>
          {(one) => <AccountRow key={one.id} account={one} isSelf={one.id === account?.id} />}
        </ListPanel>
        <Panel
          title="Invite a teammate"
          note={ROLES.map((role) => `${ROLE_WORDS[role].name}: ${ROLE_WORDS[role].may}.`).join(' ')}
        >
          <Form action={action} onSaved="reset" className={FORM_ROW}>
            <Field label="Name" name="name" maxLength={100} autoComplete="off" required />
            <Field label="Email" name="email" type="email" autoComplete="off" required />
            <Select label="Role" name="role" options={ROLE_OPTIONS} defaultValue="reader" />
            <Button kind="primary" type="submit">
              Invite
            </Button>
          </Form>
          {made && <MadeLinkNote made={made.link} email={made.email} />}
        </Panel>
      </May>
    </>
  )
}

function AccountRow({ account, isSelf }: { account: ListedAccount; isSelf: boolean }) {
  const { id, name, email, role, state, sessions, passkeys, used_at } = account
  const renewal = useAction(ROUTES.renewAccountLink, { ...REFRESH_ACCOUNTS, onDone: (made) => setMade(made) })
  const change = useAction(ROUTES.changeAccount, REFRESH_ACCOUNTS)
  const end = useAction(ROUTES.endSessions, REFRESH_ACCOUNTS)
  const [made, setMade] = useState<MadeLink | null>(null)
  const action = allOf(renewal, change, end)
  const isOff = state === 'disabled'
  return (
    <Row
      name={name}
      title={isSelf ? `${name} (you)` : name}
      facts={[
        email ?? 'No email yet',
        <>
          {STATE_WORDS[state]}
          {used_at !== null && (
            <>
              {' · '}last used <Moment date={used_at} />
            </>
          )}
          {sessions > 0 && ` · signed in on ${several(sessions, 'device')}`}
          {passkeys > 0 && ` · ${several(passkeys, 'passkey')}`}
        </>,
      ]}
      action={action}
      control={
        <Select
          label={`Role of ${name}`}
          hidesLabel
          options={ROLE_OPTIONS}
          value={role}
          disabled={action.busy || isSelf || isOff}
          onValueChange={(role) => change.run({ id, role })}
        />
      }
      acts={[
        !isSelf &&
          !isOff && { label: state === 'invited' ? 'New link' : 'Recovery link', run: () => renewal.run({ id }) },
        !isSelf && sessions > 0 && { label: 'Sign out', run: () => end.run({ id }) },
        !isSelf &&
          !isOff && {
            label: 'Disable',
            run: () => change.run({ id, disabled: true }),
            ask: {
              title: `Disable ${name}?`,
              consequence:
                'They’re signed out everywhere and can’t sign in. Their changes stay in Activity. You can enable the account again.',
            },
          },
        isOff && { label: 'Enable', run: () => change.run({ id, disabled: false }) },
      ]}
    >
      {made && <MadeLinkNote made={made} email={email} />}
    </Row>
  )
}

function MadeLinkNote({ made: { link, mailed }, email }: { made: MadeLink; email: string | null }) {
  return (
    <ShownOnce text={link} label="Copy link">
      {mailed ? `We’ve emailed this link to ${email}.` : 'We couldn’t email this link, so send it yourself.'} It works
      once, for 24 hours.
    </ShownOnce>
  )
}
