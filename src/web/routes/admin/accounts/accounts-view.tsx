import { useQuery } from '@tanstack/react-query'
import { May } from '../session/may.tsx'
import { useAccount } from '../session/use-account.ts'
import { Panel } from '../../../ui/panel.tsx'
import { AccountRow } from './account-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { Devices, OwnAccount } from './own-account.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { accountsQuery } from './queries.ts'
import { Empty } from '../../../ui/query-state.tsx'

/** The reader's own account and, for owners, all accounts. */
export function AccountsView() {
  const account = useAccount()
  return (
    <>
      {account === null ? <Empty>Loading data...</Empty> : <OwnAccount account={account} />}
      <OwnPasskeys />
      <Devices />
      <May needs="owner">
        <Everybody self={account?.id} />
        <InviteForm />
      </May>
    </>
  )
}

function Everybody({ self }: { self: string | undefined }) {
  const { data, isError } = useQuery(accountsQuery)
  return (
    <Panel title="Accounts">
      {!data && isError && <Empty isSmall>The accounts couldn’t be loaded.</Empty>}
      <ul className="account-list">
        {data?.map((account) => (
          <AccountRow key={account.id} account={account} isSelf={account.id === self} />
        ))}
      </ul>
    </Panel>
  )
}
