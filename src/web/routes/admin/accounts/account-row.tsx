import { useState } from 'react'
import { type AccountChange, type ListedAccount, type MadeLink, ROLES, type Role } from '#shared/owner/accounts.ts'
import { changeAccount, endSessionsOf, renewLink } from '../../../api/admin/accounts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { useNow } from '../state/use-now.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { Question } from '../ui/question.tsx'
import { MadeLinkNote } from './made-link.tsx'
import { useChange } from './use-change.ts'
import { ROLE_WORDS, STATE_WORDS } from './words.ts'

/** One account, as an owner sees it. */
export function AccountRow({ account, isSelf }: { account: ListedAccount; isSelf: boolean }) {
  const { id, email } = account
  const { change, problem, isBusy } = useChange()
  const [made, setMade] = useState<MadeLink | null>(null)

  async function renew() {
    const done = await change(() => renewLink(id))
    setMade(done && done.answer)
  }

  return (
    <li className="account">
      <div className="min-w-0">
        <AccountFacts account={account} isSelf={isSelf} />
        <p role="alert" className="text-small text-danger empty:hidden">
          {problem}
        </p>
      </div>
      <AccountButtons
        account={account}
        isSelf={isSelf}
        isBusy={isBusy}
        onSet={(values) => void change(() => changeAccount(id, values))}
        onRenew={() => void renew()}
        onEnd={() => void change(() => endSessionsOf(id))}
      />
      {made && <MadeLinkNote made={made} email={email} />}
    </li>
  )
}

/** The name, the email, the state and the last use of an account. */
function AccountFacts({ account, isSelf }: { account: ListedAccount; isSelf: boolean }) {
  const { name, email, state, sessions, passkeys, used_at } = account
  const now = useNow()
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
            {' · '}last used <SubmittedTime date={used_at} now={now} />
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
        <button type="button" disabled={isBusy} onClick={onRenew} className={buttonStyle('quiet', 'tool-button')}>
          {state === 'invited' ? 'New link' : 'Recovery link'}
        </button>
      )}
      {!isSelf && sessions > 0 && (
        <button type="button" disabled={isBusy} onClick={onEnd} className={buttonStyle('quiet', 'tool-button')}>
          Sign out
        </button>
      )}
      {!isSelf && !isOff && (
        <Question
          label="Disable"
          about={name}
          tone="quiet"
          disabled={isBusy}
          title={`Disable the account of ${name}?`}
          consequence="They are signed out everywhere at once and can no longer sign in. Their acts stay under Activity. You can enable the account again."
          onConfirm={() => onSet({ disabled: true })}
        />
      )}
      {isOff && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => onSet({ disabled: false })}
          className={buttonStyle('quiet', 'tool-button')}
        >
          Enable
        </button>
      )}
    </div>
  )
}

type RoleSelectProps = { account: ListedAccount; isDisabled: boolean; onChange: (role: Role) => void }

function RoleSelect({ account: { name, role }, isDisabled, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={`Role of ${name}`}
      value={role}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value as Role)}
      className="field"
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_WORDS[one].name}
        </option>
      ))}
    </select>
  )
}
