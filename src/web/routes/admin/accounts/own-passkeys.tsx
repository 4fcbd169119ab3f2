import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OwnPasskey } from '#shared/owner/passkeys.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../../api/admin/passkeys.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { useNow } from '../state/use-now.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { Panel } from '../ui/panel.tsx'
import { Question } from '../ui/question.tsx'
import { ownPasskeysQuery } from './queries.ts'
import { useChange } from './use-change.ts'
import { deviceWords } from './words.ts'

const NOTE =
  'They open the dashboard with a fingerprint, a face or a PIN, without a password. A new password does not end them: remove those that you do not know.'

/** The passkeys of the account that is signed in. */
export function OwnPasskeys() {
  const { data } = useQuery(ownPasskeysQuery)
  const { change, problem, isBusy } = useChange()
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
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void change(() => addPasskey(deviceWords(navigator.userAgent)))}
          className={buttonStyle('primary', 'tool-button mt-2')}
        >
          {isBusy ? 'One moment...' : 'Add a passkey'}
        </button>
      ) : (
        <p className="text-small text-muted">{whyNone(host)}</p>
      )}
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
    </Panel>
  )
}

function whyNone(host: string | null): string {
  if (host === null) return 'Browsers allow passkeys only where PUBLIC_URL has https and a name.'
  if (host !== location.hostname) return `Passkeys work at ${host}. Open the dashboard there to add one.`
  return 'This browser cannot use passkeys.'
}

function PasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const { id, name } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const { change, problem, isBusy } = useChange()

  async function rename(next: string) {
    if (await change(() => renamePasskey({ id, name: next }))) setRenaming(false)
  }

  return (
    <li>
      <div className="min-w-0">
        <PasskeyFacts passkey={passkey} />
        <p role="alert" className="text-small text-danger empty:hidden">
          {problem}
        </p>
      </div>
      {isRenaming ? (
        <RenameForm name={name} isBusy={isBusy} onRename={(next) => void rename(next)} />
      ) : (
        <div className="account-buttons">
          <button type="button" onClick={() => setRenaming(true)} className={buttonStyle('quiet', 'tool-button')}>
            Rename<span className="sr-only">: {name}</span>
          </button>
          <Question
            label="Remove"
            about={name}
            tone="quiet"
            disabled={isBusy}
            title={`Remove ${name}?`}
            consequence="Nobody can sign in with it after that. The device may go on suggesting it until you remove it there too."
            onConfirm={() => void change(() => removePasskey(id))}
          />
        </div>
      )}
    </li>
  )
}

/** The name of a passkey, its age and its last use. */
function PasskeyFacts({ passkey: { name, host, created_at, used_at, is_usable } }: { passkey: OwnPasskey }) {
  const now = useNow()
  return (
    <>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-small text-muted">
        Added <SubmittedTime date={created_at} now={now} />
        {' · '}
        {used_at === null ? (
          'not used yet'
        ) : (
          <>
            last used <SubmittedTime date={used_at} now={now} />
          </>
        )}
      </p>
      {!is_usable && <p className="text-small text-danger">It works only at {host}, a former address of the site.</p>}
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
      <input
        name="name"
        aria-label="Name"
        defaultValue={name}
        maxLength={100}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this field by pressing Rename
        autoFocus
        className="field"
      />
      <button type="submit" disabled={isBusy} className={buttonStyle('primary', 'tool-button')}>
        Save
      </button>
    </form>
  )
}
