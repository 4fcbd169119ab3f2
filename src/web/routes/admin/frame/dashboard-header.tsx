import type { ReactNode } from 'react'
import { signOut } from '../../../api/admin/admin-session.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { useHasUnsynced } from '../integrations/use-has-unsynced.ts'
import { forgetNoteDrafts } from '../profile/actions/use-note-draft.ts'
import { AccountChip } from '../session/account-chip.tsx'
import { useMay } from '../session/use-account.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { SignOutIcon, SyncIcon } from '../ui/icons.tsx'
import { LiveSign } from './live-sign.tsx'
import type { LiveState } from '../state/use-live.ts'

type DashboardHeaderProps = {
  view: View
  onChange: ChangeView
  live: LiveState
  isStale: boolean
  syncing: Syncing
  onSignedOut: () => void
  /** Drawn at the end of the header. */
  children: ReactNode
}

export function DashboardHeader({
  view,
  onChange,
  live,
  isStale,
  syncing,
  onSignedOut,
  children,
}: DashboardHeaderProps) {
  const maySync = useMay('manager')
  const hasUnsynced = useHasUnsynced({ enabled: maySync })

  return (
    <header className="dashboard-head">
      <div className="dashboard-title">
        <h1 className="text-heading">Waitlist Dashboard</h1>
        <p className="text-muted">Track and analyze customer waitlist sign-ups and preferences</p>
      </div>
      <div className="dashboard-actions">
        <LiveSign live={live} isStale={isStale} />
        <SyncButton syncing={syncing} maySync={maySync} hasUnsynced={hasUnsynced} />
        <AccountChip view={view} onChange={onChange} />
        <SignOutButton onSignedOut={onSignedOut} />
        {children}
      </div>
    </header>
  )
}

type SyncButtonProps = Pick<DashboardHeaderProps, 'syncing'> & { maySync: boolean; hasUnsynced: boolean }

function SyncButton({ syncing: { syncing, sync }, maySync, hasUnsynced }: SyncButtonProps) {
  const isLoud = hasUnsynced || syncing
  return (
    <button
      type="button"
      disabled={syncing || !maySync}
      onClick={sync}
      data-loud={isLoud || undefined}
      className={buttonStyle(isLoud ? 'primary' : 'quiet', 'tool-button phone-icon')}
    >
      <SyncIcon />
      <span className="phone-label">{syncing ? 'Syncing...' : 'Sync to Beehiiv'}</span>
    </button>
  )
}

function SignOutButton({ onSignedOut }: Pick<DashboardHeaderProps, 'onSignedOut'>) {
  async function leave() {
    if (await signOut()) {
      forgetNoteDrafts()
      void notify('session')
      return onSignedOut()
    }
    await notify('session', {
      title: 'Error',
      description: 'You could not be signed out. Please try again.',
      tone: 'destructive',
    })
  }

  return (
    <button type="button" onClick={leave} className={buttonStyle('quiet', 'tool-button phone-icon')}>
      <span className="tablet:hidden">
        <SignOutIcon />
      </span>
      <span className="phone-label">Sign Out</span>
    </button>
  )
}
