import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { useWork } from '../../../calls/use-action.ts'
import { addPasskey } from '../../../passkeys/calls.ts'
import { canKeepPasskeys } from '../../../passkeys/support.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { notify } from '../../../ui/notify.ts'
import { ownPasskeysQuery } from './queries.ts'
import { deviceWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'

/** The localStorage key that holds the id of the account that declined a passkey in this browser. */
const DECLINED = 'passkeyDeclined'

const ADDED = { title: 'Passkey added', description: 'Your browser will offer it next time you sign in.' }

/** Offers a passkey to an account that has none, until it is added or declined. */
export function PasskeyOffer({ account }: { account: OwnAccount }) {
  const [isDeclined, setDeclined] = useState(() => readStored('localStorage', DECLINED) === account.id)
  const [canKeep, setCanKeep] = useState(false)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: !isDeclined && canKeep })
  const adding = useWork(addPasskey, { refresh: ['accounts', 'session'] })

  useEffect(() => {
    void canKeepPasskeys().then(setCanKeep)
  }, [])

  const isWanted = data?.host === location.hostname && !data.passkeys.some(({ is_usable }) => is_usable)
  if (isDeclined || !isWanted) return null

  async function add() {
    if (await adding.run(deviceWords(navigator.userAgent))) void notify('account', ADDED)
  }

  function decline() {
    writeStored('localStorage', DECLINED, account.id)
    setDeclined(true)
  }

  return (
    <Offer problem={adding.problem?.message ?? ''} isBusy={adding.busy} onAdd={() => void add()} onDecline={decline} />
  )
}

type OfferProps = { problem: string; isBusy: boolean; onAdd: () => void; onDecline: () => void }

function Offer({ problem, isBusy, onAdd, onDecline }: OfferProps) {
  return (
    <section aria-label="Passkey" className="passkey-offer">
      <div>
        <p className="font-medium">Sign in without a password next time</p>
        <p className="text-small text-muted">
          Use your fingerprint, face or device PIN instead. Your password still works.
        </p>
        <Problem>{problem}</Problem>
      </div>
      <div className="account-buttons">
        <Button kind="primary" busy={isBusy} onClick={onAdd}>
          {isBusy ? 'One moment…' : 'Add a passkey'}
        </Button>
        <Button onClick={onDecline}>Not now</Button>
      </div>
    </section>
  )
}
