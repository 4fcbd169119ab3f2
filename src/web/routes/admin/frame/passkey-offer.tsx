import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { useWork } from '../../../calls/use-action.ts'
import { addPasskey } from '../../../passkeys/calls.ts'
import { canKeepPasskeys } from '../../../passkeys/support.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { notify } from '../../../ui/notify.ts'
import { ownPasskeysQuery, REFRESH_ACCOUNTS } from '../state/queries.ts'
import { deviceWords } from '../settings/account-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'
import { ROW_ACTS } from '../../../ui/rows.tsx'

/** The localStorage key that holds the id of the account that declined a passkey in this browser. */
const DECLINED = 'passkeyDeclined'

const ADDED = { title: 'Passkey added', description: 'Your browser will offer it next time you sign in.' }

export function PasskeyOffer({ account }: { account: OwnAccount }) {
  const [isDeclined, setDeclined] = useState(() => readStored('localStorage', DECLINED) === account.id)
  const [canKeep, setCanKeep] = useState(false)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: !isDeclined && canKeep })
  const { run, busy, problem } = useWork(addPasskey, {
    ...REFRESH_ACCOUNTS,
    onDone: () => void notify('account', ADDED),
  })

  useEffect(() => {
    void canKeepPasskeys().then(setCanKeep)
  }, [])

  const isWanted = data?.host === location.hostname && !data.passkeys.some(({ is_usable }) => is_usable)
  if (isDeclined || !isWanted) return null

  function decline() {
    writeStored('localStorage', DECLINED, account.id)
    setDeclined(true)
  }

  return (
    <section
      aria-label="Passkey"
      className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 py-3.5 px-4 border-2 border-ink rounded-control [&>:first-child]:flex-[1_1_20rem] print:hidden"
    >
      <div>
        <p className="font-medium">Sign in without a password next time</p>
        <p className="text-small text-muted">
          Use your fingerprint, face or device PIN instead. Your password still works.
        </p>
        <Problem>{problem?.message ?? null}</Problem>
      </div>
      <div className={ROW_ACTS}>
        <Button
          kind="primary"
          busy={busy}
          busyLabel="One moment…"
          onClick={() => void run(deviceWords(navigator.userAgent))}
        >
          Add a passkey
        </Button>
        <Button onClick={decline}>Not now</Button>
      </div>
    </section>
  )
}
