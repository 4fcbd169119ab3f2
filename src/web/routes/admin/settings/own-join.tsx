import { useQuery } from '@tanstack/react-query'
import { pagePaths } from '#shared/site/page-paths.ts'
import { makeAct } from '../../../api/admin/acts.ts'
import { fetchEntries } from '../../../api/admin/admin.ts'
import { useAct } from '../state/use-act.ts'
import { useAccount } from '../session/use-account.ts'

/** A link to the form; once the owner has joined, a button that removes the owner's entry again. */
export function OwnJoin({ hasJoined }: { hasJoined: boolean }) {
  const { act, isActing } = useAct()
  const email = useAccount()?.email ?? null
  const { data: own } = useQuery({
    queryKey: ['settings', 'own entry', email],
    queryFn: () => findOwn(email),
    enabled: hasJoined,
  })
  if (!hasJoined) {
    return (
      <a href={pagePaths.home} target="_blank" rel="noreferrer" className="text-button">
        Open the site
      </a>
    )
  }
  if (!own) return null
  return (
    <button
      type="button"
      aria-disabled={isActing}
      onClick={() => act(() => makeAct({ kind: 'erase', select: { ids: [own.id] } }))}
      className="text-button"
    >
      Remove {own.email}: that was me
    </button>
  )
}

/** The entry with the email of this account, or the only entry of the list; null if there is neither. */
async function findOwn(email: string | null) {
  const mine = email && (await fetchEntries({ q: email, limit: 2 })).entries.find((entry) => entry.email === email)
  if (mine) return mine
  const [only = null, ...others] = (await fetchEntries({ limit: 2 })).entries
  return others.length === 0 ? only : null
}
