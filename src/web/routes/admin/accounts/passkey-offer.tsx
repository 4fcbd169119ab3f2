import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { addPasskey } from '../../../api/admin/passkeys.ts'
import { canKeepPasskeys } from '../../../passkeys/support.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { ownPasskeysQuery } from './queries.ts'
import { useChange } from './use-change.ts'
import { deviceWords } from './words.ts'

/** The localStorage key that holds the id of the account that declined a passkey in this browser. */
const DECLINED = 'passkeyDeclined'

const ADDED = { title: 'Passkey added', description: 'Next time, your browser offers it when you sign in.' }

/** Offers a passkey to an account that has none, until it is added or declined. */
export function PasskeyOffer({ account }: { account: OwnAccount }) {
  const [isDeclined, setDeclined] = useState(() => readStored('localStorage', DECLINED) === account.id)
  const [canKeep, setCanKeep] = useState(false)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: !isDeclined && canKeep })
  const { change, problem, isBusy } = useChange()

  useEffect(() => {
    void canKeepPasskeys().then(setCanKeep)
  }, [])

  const isWanted = data?.host === location.hostname && !data.passkeys.some(({ is_usable }) => is_usable)
  if (isDeclined || !isWanted) return null

  async function add() {
    if (await change(() => addPasskey(deviceWords(navigator.userAgent)))) void notify('account', ADDED)
  }

  function decline() {
    writeStored('localStorage', DECLINED, account.id)
    setDeclined(true)
  }

  return <Offer problem={problem} isBusy={isBusy} onAdd={() => void add()} onDecline={decline} />
}

type OfferProps = { problem: string; isBusy: boolean; onAdd: () => void; onDecline: () => void }

function Offer({ problem, isBusy, onAdd, onDecline }: OfferProps) {
  return (
    <section aria-label="Passkey" className="passkey-offer">
      <div>
        <p className="font-medium">Sign in without a password next time</p>
        <p className="text-small text-muted">
          A passkey opens the dashboard with a fingerprint, a face or the PIN of this device. Your password stays as it
          is.
        </p>
        <p role="alert" className="text-small text-danger empty:hidden">
          {problem}
        </p>
      </div>
      <div className="account-buttons">
        <button type="button" disabled={isBusy} onClick={onAdd} className={buttonStyle('primary', 'tool-button')}>
          {isBusy ? 'One moment...' : 'Add a passkey'}
        </button>
        <button type="button" onClick={onDecline} className={buttonStyle('quiet', 'tool-button')}>
          Not now
        </button>
      </div>
    </section>
  )
}
