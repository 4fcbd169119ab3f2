import { useQuery } from '@tanstack/react-query'
import { SectionHead } from '../ui/section-head.tsx'
import { May } from '../session/may.tsx'
import { useAccount } from '../session/use-account.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { Panel } from '../ui/panel.tsx'
import { AccountRow } from './account-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { Devices, OwnAccount } from './own-account.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { accountsQuery } from './queries.ts'

/** The reader's own account and, for owners, all accounts. */
export function AccountsView() {
  const account = useAccount()
  return (
    <section aria-labelledby="accounts" className="section-page">
      <SectionHead id="accounts" title="Accounts" lead="Who can open this dashboard, and what they may do." />
      {account === null ? <ChairNote>Loading data...</ChairNote> : <OwnAccount account={account} />}
      <OwnPasskeys />
      <Devices />
      <May needs="owner">
        <Everybody self={account?.id} />
        <InviteForm />
      </May>
    </section>
  )
}

function Everybody({ self }: { self: string | undefined }) {
  const { data } = useQuery(accountsQuery)
  return (
    <Panel title="Everybody">
      <ul className="account-list">
        {data?.map((account) => (
          <AccountRow key={account.id} account={account} isSelf={account.id === self} />
        ))}
      </ul>
    </Panel>
  )
}
