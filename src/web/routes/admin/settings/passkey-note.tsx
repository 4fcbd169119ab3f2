import { useQuery } from '@tanstack/react-query'
import { passkeyHost } from '#shared/passkeys.ts'
import { accountsQuery, ownPasskeysQuery } from '../accounts/queries.ts'

const DEFAULT_ADDRESS = 'http://localhost'

/** Says, before an address of the site is saved, that the passkeys work only at the one before. */
export function PasskeyNote({ address }: { address: string | null }) {
  const accounts = useQuery(accountsQuery).data ?? []
  const host = useQuery(ownPasskeysQuery).data?.host
  const count = accounts.reduce((sum, { passkeys }) => sum + passkeys, 0)
  if (!host || count === 0 || !isUrl(address ?? DEFAULT_ADDRESS)) return null
  if (passkeyHost(address ?? DEFAULT_ADDRESS) === host) return null
  return (
    <p className="setting-hint mt-2 text-danger">
      {count === 1 ? 'The passkey of this list works' : `The ${count} passkeys of this list work`} only at {host}. After
      this change, everybody signs in with their password, and adds a new passkey.
    </p>
  )
}

function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}
