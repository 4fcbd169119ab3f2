import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { type OwnAccount as Account, SHORTEST_PASSWORD } from '#shared/owner/accounts.ts'
import { useAction } from '../../../calls/use-action.ts'
import { notify } from '../../../ui/notify.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ownSessionsQuery } from './queries.ts'
import { deviceWords, ROLE_WORDS } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/form.tsx'

/** The form in which users change their own account. */
export function OwnAccount({ account }: { account: Account }) {
  const { run, problem, busy: isBusy } = useAction(ROUTES.changeOwnAccount, { refresh: ['accounts', 'session'] })
  const { name, may } = ROLE_WORDS[account.role]

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    if (await run(fields)) {
      form.querySelector<HTMLInputElement>('[type=password]')!.value = ''
      void notify('account', { title: 'Saved', description: 'Your account is updated.' })
    }
  }

  return (
    <Panel title="You" note={`${name}: ${may}.`}>
      <form onSubmit={(event) => void save(event)} className="account-form" key={account.id}>
        <OwnFields account={account} />
        <Button kind="primary" type="submit" busy={isBusy}>
          Save
        </Button>
      </form>
      <Problem>{problem?.message ?? null}</Problem>
    </Panel>
  )
}

function OwnFields({ account }: { account: Account }) {
  return (
    <>
      <Field label="Name" name="name" defaultValue={account.name} maxLength={100} required />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={account.email ?? ''}
        required={account.email !== null}
      />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        placeholder="Unchanged"
      />
    </>
  )
}

/** The browsers in which the account is signed in. */
export function Devices() {
  const { data, isError } = useQuery(ownSessionsQuery)
  const { run, problem, busy: isBusy } = useAction(ROUTES.endOwnSession, { refresh: ['accounts', 'session'] })
  return (
    <Panel title="Your devices" note="Where you are signed in. A new password signs you out everywhere else.">
      {!data && isError && <Empty isSmall>Your devices couldn’t be loaded.</Empty>}
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
                    Last used <Moment date={used_at} />
                  </>
                )}
              </p>
            </div>
            {!is_this && (
              <Button busy={isBusy} onClick={() => void run({ id })}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem>{problem?.message ?? null}</Problem>
    </Panel>
  )
}
