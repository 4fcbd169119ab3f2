import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { call } from '../../../calls/call.ts'
import { leadTo, useSections } from './sections.tsx'
import { forgetNoteDrafts } from '../profile/profile-forms.tsx'
import { useAccount } from '../state/use-account.tsx'
import type { LiveState } from '../state/use-live.ts'
import { goTo, ViewLink } from '../state/use-view.tsx'
import { noFilters, type View } from '../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { QueueMark } from '../../../ui/drawings/queue-mark.tsx'
import { notify } from '../../../ui/notify.ts'
import { SearchIcon, SignOutIcon } from '../../../ui/tool-icons.tsx'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Check } from '../../../ui/choices.tsx'

type FrameBarProps = {
  view: View
  live: LiveState
  isStale: boolean
  onSignedOut: () => void
}

export function FrameBar({ view, live, isStale, onSignedOut }: FrameBarProps) {
  const isBeginning = view.view === 'settings/start'
  const home = { view: 'overview', entry: null } as const
  // The page was loaded with an earlier version, if one was published since.
  const published = useQuery<{ document: { brand: { name: string } } }>({ queryKey: ['site'], enabled: false }).data
    ?.document
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
      description: 'You couldn’t be signed out. Please try again.',
      tone: 'destructive',
    })
  }
  return (
    <header className="frame-bar sticky top-0 z-10 border-b border-line bg-paper print:hidden max-tablet:static">
      <a
        href="#page"
        className="sr-only rounded-control bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-1 focus:left-3 focus:z-10"
      >
        Skip to content
      </a>
      <div className="mx-auto flex min-h-14 max-w-[1400px] items-center gap-x-2 px-5 max-tablet:flex-wrap tablet:px-8">
        <ViewLink
          to={home}

          className="mr-2 flex min-h-11 min-w-0 shrink items-center gap-2 rounded-control max-tablet:flex-1"
        >
          <QueueMark className="h-7 w-auto shrink-0" />
          <h1 className={`truncate text-lead ${isBeginning ? '' : 'max-desktop:tablet:sr-only'}`}>
            {published?.brand.name ?? site().brand.name}
          </h1>
        </ViewLink>
        {!isBeginning && <SectionLinks view={view} />}
        {!isBeginning && (
          <button
            type="button"
            onClick={() => {
              goTo({ ...leadTo({ view: 'people' }), ...noFilters(), page: null })
              focusSearch()
            }}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control text-small text-muted hover:text-ink max-desktop:size-11 max-desktop:flex-none max-desktop:justify-center desktop:min-h-9 desktop:w-40 desktop:border desktop:border-edge desktop:bg-raised desktop:px-3 desktop:hover:border-ink [&_svg]:w-[1.125rem]"
          >
            <SearchIcon />
            <span className="max-desktop:sr-only">Find anyone</span>
          </button>
        )}
        <span className={isBeginning ? 'ms-auto' : 'contents'}>
          <AccountChip view={view} />
        </span>
        <Button kind="icon" onClick={leave} aria-label="Sign Out">
          <SignOutIcon />
        </Button>
        {!isBeginning && <Keyboard view={view} />}
      </div>
      <LiveSign state={isStale ? 'stale' : live} />
    </header>
  )
}

function SectionLinks({ view }: { view: View }) {
  return (
    <nav aria-label="Dashboard" className="sections mr-auto flex tablet:self-stretch">
      {useSections().map(({ label, Icon, Mark, pages }) => {
        const change = leadTo(pages[0]!)
        return (
          <ViewLink
            key={label}
            to={change}
            current={pages.some((page) => page.view === view.view)}

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
      className="live block px-5 text-center text-small font-semibold text-danger not-empty:bg-danger-wash not-empty:py-1"
    >
      {STATE_WORDS[state]}
    </output>
  )
}

function AccountChip({ view }: { view: View }) {
  const account = useAccount()
  if (account === null) return null
  const change = { view: 'settings/team', open: null, act: null, wave: null } as const
  return (
    <ViewLink
      to={change}
      current={view.view === 'settings/team'}

      className="account-chip"
    >
      <span
        aria-hidden
        className="grid flex-none place-items-center w-7 h-7 border-[1.5px] border-ink rounded-full font-semibold uppercase max-tablet:w-9 max-tablet:h-9"
      >
        {[...account.name][0]}
      </span>
      <span className="account-name">
        <span className="sr-only">Signed in as </span>
        {account.name}
      </span>
    </ViewLink>
  )
}

const STORED = 'dashboardKeys'

const WITH_SEARCH: View['view'][] = ['people', 'figures']
const SEARCH_PATIENCE_MS = 5_000

function Keyboard({ view }: { view: View }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => readStored('localStorage', STORED) !== 'off')

  function turn(on: boolean) {
    setOn(on)
    writeStored('localStorage', STORED, on ? null : 'off')
  }

  const sectionKeys = useSections().map((section, index) => [String(index + 1), section] as const)
  useKeys(
    {
      '/': () => openSearch(view),
      '?': () => setOpen(true),
      ...Object.fromEntries(sectionKeys.map(([key, { pages }]) => [key, () => goTo(leadTo(pages[0]!))])),
    },
    { enabled: isOn },
  )

  return (
    <Dialog
      size="sheet"
      title="Keyboard shortcuts"
      trigger={
        <Button kind="icon" aria-label="Keyboard shortcuts" className="max-desktop:hidden pointer-coarse:hidden">
          <kbd>?</kbd>
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <dl className="keys">
        <Key of="/">Search</Key>
        {sectionKeys.map(([key, { label }]) => (
          <Key key={key} of={key}>
            {label}
          </Key>
        ))}
        <Key of="?">These shortcuts</Key>
        <Key of="Esc">Close what’s open</Key>
      </dl>
      <Check label="Single keys work in this browser" checked={isOn} onChange={turn} />
    </Dialog>
  )
}

function openSearch(view: View) {
  if (!WITH_SEARCH.includes(view.view)) goTo(leadTo({ view: 'people' }))
  focusSearch()
}

function focusSearch() {
  requestAnimationFrame(() => enterSearch(performance.now() + SEARCH_PATIENCE_MS))
}

/** The list may still wait for its first figures. */
function enterSearch(until: number) {
  const field = document.querySelector<HTMLInputElement>('.dashboard input[type=search]')
  if (field) field.select()
  else if (performance.now() < until) requestAnimationFrame(() => enterSearch(until))
}

function Key({ of, children }: { of: string; children: string }) {
  return (
    <div>
      <dt>
        <kbd>{of}</kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Characters, so that they work with every keyboard layout. */
type Keys = Record<string, () => void>

/** Runs the actions of single keys, except while the owner types, or while a dialog or a menu is open. */
function useKeys(keys: Keys, { enabled }: { enabled: boolean }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, ctrlKey, metaKey, altKey } = event
    if (!enabled || isComposing || ctrlKey || metaKey || altKey || !Object.hasOwn(keys, key)) return
    if ((target as Element).closest?.('input, textarea, select, [role=combobox], [role=listbox]')) return
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    keys[key]!()
  })
  // Before the first paint, because the owner may press a key as soon as they see the page.
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
