import { type ListedAccount, type OwnAccount as Account, type Role, SHORTEST_PASSWORD } from '#shared/owner/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPasskey } from '#shared/owner/passkeys.ts'
import { ROUTES } from '#shared/routes.ts'
import { allOf, useAction, useWork } from '../../../calls/use-action.ts'
import { addPasskey } from '../../../passkeys/calls.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form, Problem } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/time.tsx'
import { FORM_ROW, ListPanel, Panel, Row, ROW_ACTS } from '../../../ui/panel.tsx'
import { ownPasskeysQuery, ownSessionsQuery, REFRESH_ACCOUNTS } from '../state/queries.ts'

export const ROLE_WORDS: Record<Role, { name: string; may: string }> = {
  reader: { name: 'Reader', may: 'can see figures and people' },
  manager: { name: 'Manager', may: 'can also tag, write notes, review, invite, answer messages, export and sync' },
  owner: { name: 'Owner', may: 'can do everything' },
}

export const STATE_WORDS: Record<ListedAccount['state'], string> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Mac OS', 'Mac'],
  ['Windows', 'Windows'],
  ['Linux', 'Linux'],
] as const

export function deviceWords(device: string): string {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => device.includes(mark))?.[1]
  return [find(BROWSERS) ?? 'Another app', find(SYSTEMS)].filter(Boolean).join(' on ')
}

export function OwnAccount({ account: { id, role, name, email } }: { account: Account }) {
  const [saves, setSaves] = useState(0)
  const action = useAction(ROUTES.changeOwnAccount, { ...REFRESH_ACCOUNTS, done: () => 'Your account is updated' })
  return (
    <Panel title="You" note={`${ROLE_WORDS[role].name}: ${ROLE_WORDS[role].may}.`}>
      <Form
        key={id}
        action={action}
        toValue={(values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))}
        onSaved={() => setSaves(saves + 1)}
        className={FORM_ROW}
      >
        <Field label="Name" name="name" defaultValue={name} maxLength={100} required />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email ?? ''}
          required={email !== null}
        />
        <Field
          key={saves}
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST_PASSWORD}
          placeholder="Unchanged"
        />
        <Button kind="primary" type="submit">
          Save
        </Button>
      </Form>
    </Panel>
  )
}

/** The browsers in which the account is signed in. */
export function Devices() {
  const { data, isError } = useQuery(ownSessionsQuery)
  const action = useAction(ROUTES.endOwnSession, REFRESH_ACCOUNTS)
  return (
    <ListPanel
      title="Your devices"
      note="Where you are signed in. A new password signs you out everywhere else."
      items={data}
      failed={isError && 'Your devices'}
      foot={<Problem>{action.problem?.message}</Problem>}
    >
      {({ id, device, used_at, is_this }) => (
        <Row
          key={id}
          name={deviceWords(device)}
          facts={[
            is_this ? (
              'This browser'
            ) : (
              <>
                Last used <Moment date={used_at} />
              </>
            ),
          ]}
          action={{ ...action, problem: null }}
          acts={[!is_this && { label: 'Sign out', run: () => action.run({ id }) }]}
        />
      )}
    </ListPanel>
  )
}

const PASSKEYS =
  'Sign in with your fingerprint, face or PIN. Changing your password doesn’t remove them, so delete any you don’t recognise.'

export function OwnPasskeys() {
  const { data } = useQuery(ownPasskeysQuery)
  const { run, problem, busy } = useWork(addPasskey, REFRESH_ACCOUNTS)
  if (!data) return null
  const { passkeys, host } = data
  const canAdd = host === location.hostname && canUsePasskeys()
  return (
    <ListPanel
      title="Your passkeys"
      note={PASSKEYS}
      items={passkeys}
      foot={
        <>
          {canAdd ? (
            <Button
              kind="primary"
              className="mt-2"
              busy={busy}
              busyLabel="One moment…"
              onClick={() => run(deviceWords(navigator.userAgent))}
            >
              Add a passkey
            </Button>
          ) : (
            <p className="text-small text-muted">{whyNone(host)}</p>
          )}
          <Problem>{problem?.message}</Problem>
        </>
      }
    >
      {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />}
    </ListPanel>
  )
}

function whyNone(host: string | null): string {
  if (host === null) return 'Passkeys need an https address with a domain name.'
  if (host !== location.hostname) return `Passkeys work at ${host}. Open the dashboard there to add one.`
  return 'This browser doesn’t support passkeys.'
}

function PasskeyRow({ passkey: { id, name, host, created_at, used_at, is_usable } }: { passkey: OwnPasskey }) {
  const [isRenaming, setRenaming] = useState(false)
  const renaming = useAction(ROUTES.renamePasskey, REFRESH_ACCOUNTS)
  const removal = useAction(ROUTES.removePasskey, REFRESH_ACCOUNTS)
  return (
    <Row
      name={name}
      facts={[
        <>
          Added <Moment date={created_at} /> ·{' '}
          {used_at === null ? (
            'not used yet'
          ) : (
            <>
              last used <Moment date={used_at} />
            </>
          )}
        </>,
      ]}
      fault={!is_usable && `Only works at ${host}, a former address of your site.`}
      action={allOf(removal, renaming)}
      control={
        isRenaming && (
          <Form action={renaming} value={{ id }} onSaved={() => setRenaming(false)} className={ROW_ACTS}>
            <Field
              label="Name"
              hidesLabel
              name="name"
              defaultValue={name}
              maxLength={100}
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this field by pressing Rename
              autoFocus
            />
            <Button kind="primary" type="submit">
              Save
            </Button>
          </Form>
        )
      }
      acts={[
        !isRenaming && { label: 'Rename', run: () => setRenaming(true) },
        !isRenaming && {
          label: 'Remove',
          run: () => removal.run({ id }),
          ask: {
            title: `Remove ${name}?`,
            consequence:
              'It can’t be used to sign in after this. Your device may keep suggesting it until you remove it there too.',
          },
        },
      ]}
    />
  )
}
