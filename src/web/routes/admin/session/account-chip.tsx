import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { useAccount } from './use-account.ts'

/** The name of the account that is signed in, on every page. It links to the Accounts page. */
export function AccountChip({ view, onChange }: { view: View; onChange: ChangeView }) {
  const account = useAccount()
  if (account === null) return null
  const change = { view: 'settings/team', open: null, act: null, wave: null } as const
  return (
    <ViewLink
      href={viewPath({ ...view, ...change })}
      current={view.view === 'settings/team'}
      onFollow={() => onChange(change)}
      className="account-chip"
    >
      <span aria-hidden className="account-initial">
        {[...account.name][0]}
      </span>
      <span className="account-name">
        <span className="sr-only">Signed in as </span>
        {account.name}
      </span>
    </ViewLink>
  )
}
