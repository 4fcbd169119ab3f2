import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { OwnPasskey } from '#shared/owner/passkeys.ts'
import { allOf, useAction, useWork } from '../../../calls/use-action.ts'
import { addPasskey } from '../../../passkeys/calls.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ownPasskeysQuery } from './queries.ts'
import { deviceWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Problem } from '../../../ui/form.tsx'
import { Field } from '../../../ui/field.tsx'

const NOTE =
  'Sign in with your fingerprint, face or PIN. Changing your password doesn’t remove them, so delete any you don’t recognise.'

/** The passkeys of the account that is signed in. */
export function OwnPasskeys() {
  const { data } = useQuery(ownPasskeysQuery)
  const { run, problem, busy: isBusy } = useWork(addPasskey, { refresh: ['accounts', 'session'] })
  if (!data) return null
  const { passkeys, host } = data
  const canAdd = host === location.hostname && canUsePasskeys()
  return (
    <Panel title="Your passkeys" note={NOTE}>
      <ul className="account-list">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {canAdd ? (
        <Button
          kind="primary"
          className="mt-2"
          busy={isBusy}
          onClick={() => void run(deviceWords(navigator.userAgent))}
        >
          {isBusy ? 'One moment…' : 'Add a passkey'}
        </Button>
      ) : (
        <p className="text-small text-muted">{whyNone(host)}</p>
      )}
      <Problem>{problem?.message ?? null}</Problem>
    </Panel>
  )
}

function whyNone(host: string | null): string {
  if (host === null) return 'Passkeys need an https address with a domain name.'
  if (host !== location.hostname) return `Passkeys work at ${host}. Open the dashboard there to add one.`
  return 'This browser doesn’t support passkeys.'
}

function PasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const { id, name } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const renaming = useAction(ROUTES.renamePasskey, { refresh: ['accounts', 'session'] })
  const removal = useAction(ROUTES.removePasskey, { refresh: ['accounts', 'session'] })
  const { busy: isBusy, problem } = allOf(renaming, removal)

  async function rename(next: string) {
    if (await renaming.run({ id, name: next })) setRenaming(false)
  }

  return (
    <li>
      <div className="min-w-0">
        <PasskeyFacts passkey={passkey} />
        <Problem>{problem?.message ?? null}</Problem>
      </div>
      {isRenaming ? (
        <RenameForm name={name} isBusy={isBusy} onRename={(next) => void rename(next)} />
      ) : (
        <div className="account-buttons">
          <Button onClick={() => setRenaming(true)}>
            Rename<span className="sr-only">: {name}</span>
          </Button>
          <Confirm
            label="Remove"
            about={name}
            disabled={isBusy}
            title={`Remove ${name}?`}
            consequence="It can’t be used to sign in after this. Your device may keep suggesting it until you remove it there too."
            onConfirm={() => void removal.run({ id })}
          />
        </div>
      )}
    </li>
  )
}

/** The name of a passkey, its age and its last use. */
function PasskeyFacts({ passkey: { name, host, created_at, used_at, is_usable } }: { passkey: OwnPasskey }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-small text-muted">
        Added <Moment date={created_at} />
        {' · '}
        {used_at === null ? (
          'not used yet'
        ) : (
          <>
            last used <Moment date={used_at} />
          </>
        )}
      </p>
      {!is_usable && <p className="text-small text-danger">Only works at {host}, a former address of your site.</p>}
    </>
  )
}

type RenameFormProps = { name: string; isBusy: boolean; onRename: (name: string) => void }

function RenameForm({ name, isBusy, onRename }: RenameFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onRename(String(new FormData(event.currentTarget).get('name')))
  }

  return (
    <form onSubmit={submit} className="account-buttons">
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
      <Button kind="primary" type="submit" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}
