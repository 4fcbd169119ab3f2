import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type OwnAccount as Account, SHORTEST_PASSWORD } from '#shared/owner/accounts.ts'
import { changeOwn, endOwnSession } from '../../../api/admin/accounts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { useNow } from '../state/use-now.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { Panel } from '../ui/panel.tsx'
import { AccountField } from './account-field.tsx'
import { ownSessionsQuery } from './queries.ts'
import { useChange } from './use-change.ts'
import { deviceWords, ROLE_WORDS } from './words.ts'

/** The form in which users change their own account. */
export function OwnAccount({ account }: { account: Account }) {
  const { change, problem, isBusy } = useChange()
  const { name, may } = ROLE_WORDS[account.role]

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    if (await change(() => changeOwn(fields))) {
      form.querySelector<HTMLInputElement>('[type=password]')!.value = ''
      void notify('account', { title: 'Saved', description: 'Your account is up to date.' })
    }
  }

  return (
    <Panel title="You" note={`${name}: ${may}.`}>
      <form onSubmit={(event) => void save(event)} className="account-form" key={account.id}>
        <OwnFields account={account} />
        <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button')}>
          Save
        </button>
      </form>
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
    </Panel>
  )
}

function OwnFields({ account }: { account: Account }) {
  return (
    <>
      <AccountField label="Name" name="name" defaultValue={account.name} maxLength={100} required />
      <AccountField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={account.email ?? ''}
        required={account.email !== null}
      />
      <AccountField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        placeholder="Stays as it is"
      />
    </>
  )
}

/** The browsers in which the account is signed in. */
export function Devices() {
  const { data } = useQuery(ownSessionsQuery)
  const { change, problem, isBusy } = useChange()
  const now = useNow()
  return (
    <Panel title="Your devices" note="Where you are signed in. A new password signs you out everywhere else.">
      <ul className="account-list">
        {data?.map(({ id, device, used_at, is_this }) => (
          <li key={id}>
            <div className="min-w-0">
              <p className="font-medium">{deviceWords(device)}</p>
              <p className="text-small text-muted">
                {is_this ? (
                  'This browser'
                ) : (
                  <>
                    Last used <SubmittedTime date={used_at} now={now} />
                  </>
                )}
              </p>
            </div>
            {!is_this && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void change(() => endOwnSession(id))}
                className={buttonStyle('quiet', 'tool-button')}
              >
                Sign out there
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className="text-small text-danger empty:hidden">
        {problem}
      </p>
    </Panel>
  )
}
