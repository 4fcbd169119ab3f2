import { useQuery } from '@tanstack/react-query'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { accountsQuery, ownPasskeysQuery } from '../accounts/queries.ts'

const DEFAULT_ADDRESS = 'http://localhost'

type AddressNoteProps = Record<'address' | 'before', string | null>

/**
 * Warns before a new address of the site is saved. Passkeys stop working on another host, and sessions end with a
 * change between http and https.
 */
export function AddressNote({ address, before }: AddressNoteProps) {
  const accounts = useQuery(accountsQuery).data ?? []
  const host = useQuery(ownPasskeysQuery).data?.host
  const [next, former] = [address, before].map((one) => toUrl(one ?? DEFAULT_ADDRESS))
  if (!next || !former) return null
  const count = accounts.reduce((sum, { passkeys }) => sum + passkeys, 0)
  const losesPasskeys = Boolean(host) && count > 0 && passkeyHost(next.origin) !== host
  if (!losesPasskeys && next.protocol === former.protocol) return null
  return (
    <p className="setting-hint mt-2 text-danger">
      {losesPasskeys &&
        `${count === 1 ? 'The passkey of this list works' : `The ${count} passkeys of this list work`} only at ${host}. `}
      {losesPasskeys
        ? 'After this change, everybody signs in with their password, and adds a new passkey.'
        : 'After this change, everybody signs in again.'}
    </p>
  )
}

function toUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
