import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { call } from '../../../calls/call.ts'
import { Keyboard, openSearch } from './keyboard.tsx'
import { leadTo, useSections } from './sections.tsx'
import { forgetNoteDrafts } from '../profile/use-note-draft.ts'
import { useAccount } from '../session/use-account.tsx'
import type { LiveState } from '../state/use-live.ts'
import type { ChangeView } from '../view/use-view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { type View } from '../view/view.ts'
import { Button } from '../../../ui/button.tsx'
import { QueueMark } from '../../../ui/drawings/queue-mark.tsx'
import { notify } from '../../../ui/notify.ts'
import { SearchIcon, SignOutIcon } from '../../../ui/tool-icons.tsx'

type FrameBarProps = {
  view: View
  onChange: ChangeView
  live: LiveState
  isStale: boolean
  onSignedOut: () => void
}

export function FrameBar({ view, onChange, live, isStale, onSignedOut }: FrameBarProps) {
  return (
    <header className="frame-bar sticky top-0 z-10 border-b border-line bg-paper print:hidden max-tablet:static">
      <a
        href="#page"
        className="sr-only rounded-control bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-1 focus:left-3 focus:z-10"
      >
        Skip to content
      </a>
      <div className="mx-auto flex min-h-14 max-w-[1400px] items-center gap-x-2 px-5 max-tablet:flex-wrap tablet:px-8">
        <ListName view={view} onChange={onChange} />
        <Navigation view={view} onChange={onChange} />
        <LiveSign state={isStale ? 'stale' : live} />
        <SearchButton onPress={() => openSearch(view, onChange)} />
        <AccountChip view={view} onChange={onChange} />
        <SignOutButton onSignedOut={onSignedOut} />
        <Keyboard view={view} onChange={onChange} />
      </div>
    </header>
  )
}

type NavigationProps = Pick<FrameBarProps, 'view' | 'onChange'>

function ListName({ view, onChange }: NavigationProps) {
  const home = { view: 'overview', entry: null } as const
  return (
    <ViewLink
      view={view}
      to={home}
      onChange={onChange}
      className="mr-2 flex min-h-11 min-w-0 shrink items-center gap-2 rounded-control max-tablet:mr-auto"
    >
      <QueueMark className="h-7 w-auto shrink-0" />
      <h1 className="truncate text-lead max-desktop:tablet:sr-only">{site().brand.name}</h1>
    </ViewLink>
  )
}

function Navigation({ view, onChange }: NavigationProps) {
  const sections = useSections()
  return (
    <nav aria-label="Dashboard" className="sections mr-auto flex tablet:self-stretch">
      {sections.map(({ label, Icon, Mark, pages }) => {
        const change = leadTo(pages[0]!)
        return (
          <ViewLink
            key={label}
            view={view}
            to={change}
            current={pages.some((page) => page.view === view.view)}
            onChange={onChange}
            className="section-link"
          >
            <Icon />
            <span className="inline-flex items-center gap-1.5">
              {label}
              {Mark && <Mark />}
            </span>
          </ViewLink>
        )
      })}
    </nav>
  )
}

const STATE_WORDS = {
  connecting: '',
  live: '',
  lost: 'Reconnecting...',
  stale: 'Not up to date. Trying again...',
}

function LiveSign({ state }: { state: keyof typeof STATE_WORDS }) {
  return (
    <output
      data-state={state}
      className="live text-small font-semibold text-danger not-empty:py-1 max-tablet:order-last max-tablet:not-empty:basis-full"
    >
      {STATE_WORDS[state]}
    </output>
  )
}

function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-small text-muted hover:text-ink max-desktop:size-11 max-desktop:flex-none max-desktop:justify-center desktop:min-h-9 desktop:w-40 desktop:border desktop:border-edge desktop:bg-raised desktop:px-3 desktop:hover:border-ink [&_svg]:w-[1.125rem]"
    >
      <SearchIcon />
      <span className="max-desktop:sr-only">Find anyone</span>
    </button>
  )
}

function SignOutButton({ onSignedOut }: Pick<FrameBarProps, 'onSignedOut'>) {
  async function leave() {
    const isOut = await call(ROUTES.signOut).then(
      () => true,
      () => false,
    )
    if (isOut) {
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
    <Button kind="icon" onClick={leave} aria-label="Sign Out">
      <SignOutIcon />
    </Button>
  )
}

function AccountChip({ view, onChange }: { view: View; onChange: ChangeView }) {
  const account = useAccount()
  if (account === null) return null
  const change = { view: 'settings/team', open: null, act: null, wave: null } as const
  return (
    <ViewLink
      view={view}
      to={change}
      current={view.view === 'settings/team'}
      onChange={onChange}
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
