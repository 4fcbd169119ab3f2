import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { watchActivity } from '../../../calls/activity.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { ChartPatterns, ChartTooltip } from '../charts/chart.tsx'
import { FrameBar } from './frame-bar.tsx'
import { ListView } from './list-view.tsx'
import { leadTo, pageOf, useSections } from './sections.tsx'
import { TroubleMark, useTroubles } from '../integrations/service.tsx'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { useAccount, useMay } from '../state/use-account.tsx'
import { useFigures } from '../state/use-figures.ts'
import { paced, REFRESH_MS } from '../state/paced.ts'
import { useIsStale, useLive } from '../state/use-live.ts'
import { goTo, useCanonicalAddress, useView, ViewLink } from '../state/use-view.tsx'
import { filtersOf, type View } from '../state/view.ts'
import { useSync } from '../../../sync/use-sync.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Hints } from '../../../ui/text.tsx'
import { OwnerZone, useNow, useOwnerTime } from '../../../ui/time.tsx'
import { Empty, ROW_ACTS } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { useWork } from '../../../calls/use-action.ts'
import { addPasskey } from '../../../passkeys/calls.ts'
import { canKeepPasskeys } from '../../../passkeys/support.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { notify } from '../../../ui/notify.ts'
import { ownPasskeysQuery, REFRESH_ACCOUNTS } from '../state/queries.ts'
import { deviceWords } from '../settings/own-account.tsx'
import { Problem } from '../../../ui/form.tsx'

const OFFERED_AT: string[] = ['overview', 'settings', 'settings/checklist']

export function Dashboard({ onSignedOut }: { onSignedOut: () => void }) {
  const view = useView()
  useCanonicalAddress(view)
  const filters = useMemo(() => filtersOf(view), [view])
  const { loaded, isPending } = useFigures(filters)
  const isStale = useIsStale()
  const client = useQueryClient()
  const live = useLive(
    useMemo(() => paced(() => client.invalidateQueries({ predicate: isLive }), REFRESH_MS), [client]),
  )
  const syncing = useSync({ follows: true })
  useEffect(watchActivity, [])
  const { Page, role = 'reader' } = pageOf(view)
  const account = useAccount()
  const mayOpen = useMay(role)
  const props = { view, syncing }

  const page = !mayOpen ? (
    <Empty>{account === null ? 'Loading data...' : 'Your account may not open this page.'}</Empty>
  ) : Page ? (
    <Page {...props} />
  ) : loaded ? (
    <ListView {...props} filters={filters} loaded={loaded} />
  ) : (
    <Empty>Loading data...</Empty>
  )

  const title = `${site().brand.name} waitlist, ${useOwnerTime(new Date(useNow()).toISOString(), 'medium')}`
  useEffect(() => {
    const before = document.title
    const show = (title: string) => () => void (document.title = title)
    const listeners = { beforeprint: show(title), afterprint: show(before) }
    for (const [event, listen] of Object.entries(listeners)) addEventListener(event, listen)
    return () => {
      for (const [event, listen] of Object.entries(listeners)) removeEventListener(event, listen)
    }
  }, [title])
  return (
    <OwnerZone value={loaded?.figures.period.time_zone}>
      <div className="dashboard flex grow flex-col" aria-busy={isPending}>
        <ChartPatterns />
        <p className="print-title hidden">{title}</p>
        <FrameBar view={view} live={live} isStale={isStale} onSignedOut={onSignedOut} />
        <div id="page" tabIndex={-1} className="dashboard-page">
          {account && OFFERED_AT.includes(view.view) && <PasskeyOffer account={account} />}
          {view.view.startsWith('settings') && view.view !== 'settings/start' ? (
            <SettingsPages view={view}>{page}</SettingsPages>
          ) : (
            page
          )}
        </div>
        <ProfileDialog id={view.entry} isPanel={view.view !== 'figures'} />
        <ChartTooltip />
        <Hints />
        <ProofDialog />
      </div>
    </OwnerZone>
  )
}

/** Not those that are expensive, and not those that fetch one more page: the press on 'Show More' would be lost. */
function isLive({ meta, state: { fetchStatus, fetchMeta } }: Query): boolean {
  return meta?.isLive !== false && !(fetchStatus === 'fetching' && fetchMeta?.fetchMore)
}

function SettingsPages({ view, children }: { view: View; children: ReactNode }) {
  const all = useSections().find(({ label }) => label === 'Settings')?.pages ?? []
  const pages = all.filter(({ label }) => label)
  const troubles = useTroubles()
  return (
    <div className="grid items-start gap-x-8 gap-y-2 desktop:grid-cols-[11rem_minmax(0,1fr)]">
      <nav
        aria-label="Settings"
        className="sticky top-[calc(var(--header-height)+0.75rem)] grid gap-1 max-desktop:hidden print:hidden"
      >
        {pages.map((page) => (
          <ViewLink
            key={page.view}
            to={leadTo(page)}
            current={page.view === view.view}

            className={buttonClass(
              'segment',
              'not-aria-[current]:not-hover:border-transparent aria-[current]:bg-chosen aria-[current]:border-ink',
            )}
          >
            {page.label}
            {page.trouble && troubles[page.trouble] && <TroubleMark />}
          </ViewLink>
        ))}
      </nav>
      <Select
        label="Page of the settings"
        hidesLabel
        options={pages.map((page) => ({
          value: page.view,
          label: page.trouble && troubles[page.trouble] ? `${page.label} (needs you)` : page.label!,
        }))}
        value={view.view}
        onValueChange={(to) => goTo(leadTo({ view: to }))}
        className="max-w-sm desktop:hidden print:hidden"
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** The localStorage key that holds the id of the account that declined a passkey in this browser. */
const DECLINED = 'passkeyDeclined'

const ADDED = { title: 'Passkey added', description: 'Your browser will offer it next time you sign in.' }

function PasskeyOffer({ account }: { account: OwnAccount }) {
  const [isDeclined, setDeclined] = useState(() => readStored('localStorage', DECLINED) === account.id)
  const [canKeep, setCanKeep] = useState(false)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: !isDeclined && canKeep })
  const { run, busy, problem } = useWork(addPasskey, {
    ...REFRESH_ACCOUNTS,
    onDone: () => notify('account', ADDED),
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
        <Problem>{problem?.message}</Problem>
      </div>
      <div className={ROW_ACTS}>
        <Button
          kind="primary"
          busy={busy}
          busyLabel="One moment…"
          onClick={() => run(deviceWords(navigator.userAgent))}
        >
          Add a passkey
        </Button>
        <Button onClick={decline}>Not now</Button>
      </div>
    </section>
  )
}
