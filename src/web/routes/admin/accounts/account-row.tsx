import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { type AccountChange, type ListedAccount, type MadeLink, ROLES, type Role } from '#shared/owner/accounts.ts'
import { allOf, useAction } from '../../../calls/use-action.ts'
import { Moment } from '../../../ui/moment.tsx'
import { MadeLinkNote } from './made-link.tsx'
import { ROLE_WORDS, STATE_WORDS } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Problem } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'

const REFRESH = { refresh: ['accounts', 'session'] }

/** One account, as an owner sees it. */
export function AccountRow({ account, isSelf }: { account: ListedAccount; isSelf: boolean }) {
  const { id, email } = account
  const renewal = useAction(ROUTES.renewAccountLink, REFRESH)
  const change = useAction(ROUTES.changeAccount, REFRESH)
  const end = useAction(ROUTES.endSessions, REFRESH)
  const { busy, problem } = allOf(renewal, change, end)
  const [made, setMade] = useState<MadeLink | null>(null)

  async function renew() {
    const done = await renewal.run({ id })
    setMade(done && done.answer)
  }

  return (
    <li className="account">
      <div className="min-w-0">
        <AccountFacts account={account} isSelf={isSelf} />
        <Problem>{problem?.message ?? null}</Problem>
      </div>
      <AccountButtons
        account={account}
        isSelf={isSelf}
        isBusy={busy}
        onSet={(values) => void change.run({ id, ...values })}
        onRenew={() => void renew()}
        onEnd={() => void end.run({ id })}
      />
      {made && <MadeLinkNote made={made} email={email} />}
    </li>
  )
}

/** The name, the email, the state and the last use of an account. */
function AccountFacts({ account, isSelf }: { account: ListedAccount; isSelf: boolean }) {
  const { name, email, state, sessions, passkeys, used_at } = account
  return (
    <>
      <p className="font-medium wrap-anywhere">
        {name} {isSelf && <span className="text-muted">(you)</span>}
      </p>
      <p className="text-small wrap-anywhere text-muted">{email ?? 'No email yet'}</p>
      <p className="text-small text-muted">
        {STATE_WORDS[state]}
        {used_at !== null && (
          <>
            {' · '}last used <Moment date={used_at} />
          </>
        )}
        {sessions > 0 && ` · signed in on ${sessions} ${sessions === 1 ? 'device' : 'devices'}`}
        {passkeys > 0 && ` · ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`}
      </p>
    </>
  )
}

type AccountButtonsProps = {
  account: ListedAccount
  isSelf: boolean
  isBusy: boolean
  onSet: (values: AccountChange) => void
  onRenew: () => void
  onEnd: () => void
}

function AccountButtons({ account, isSelf, isBusy, onSet, onRenew, onEnd }: AccountButtonsProps) {
  const { name, state, sessions } = account
  const isOff = state === 'disabled'
  return (
    <div className="account-buttons">
      <RoleSelect account={account} isDisabled={isBusy || isSelf || isOff} onChange={(role) => onSet({ role })} />
      {!isSelf && !isOff && (
        <Button busy={isBusy} onClick={onRenew}>
          {state === 'invited' ? 'New link' : 'Recovery link'}
        </Button>
      )}
      {!isSelf && sessions > 0 && (
        <Button busy={isBusy} onClick={onEnd}>
          Sign out
        </Button>
      )}
      {!isSelf && !isOff && (
        <Confirm
          label="Disable"
          about={name}
          disabled={isBusy}
          title={`Disable ${name}?`}
          consequence="They’re signed out everywhere and can’t sign in. Their changes stay in Activity. You can enable the account again."
          onConfirm={() => onSet({ disabled: true })}
        />
      )}
      {isOff && (
        <Button busy={isBusy} onClick={() => onSet({ disabled: false })}>
          Enable
        </Button>
      )}
    </div>
  )
}

type RoleSelectProps = { account: ListedAccount; isDisabled: boolean; onChange: (role: Role) => void }

function RoleSelect({ account: { name, role }, isDisabled, onChange }: RoleSelectProps) {
  return (
    <Select
      label={`Role of ${name}`}
      hidesLabel
      options={ROLES.map((one) => ({ value: one, label: ROLE_WORDS[one].name }))}
      value={role}
      disabled={isDisabled}
      onValueChange={onChange}
    />
  )
}
