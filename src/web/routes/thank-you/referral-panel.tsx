import {
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { site } from '#shared/site/site.ts'
import { referralLink } from '#shared/site/paths.ts'
import { CopyButton } from './copy-button.tsx'
import { fill } from '#shared/values/language.ts'
import { buttonStyle } from '../../ui/button.ts'
import { FacebookIcon, InstagramIcon, ShareIcon, TwitterIcon } from '../../ui/share-icons.tsx'
import { shareLinks } from '#shared/joining/share-links.ts'
import { startData } from '../../loading/start-data.ts'
import { pressToShare } from './press-to-share.ts'

export function ReferralPanel({ code, title, promise }: { code: string; title: string; promise: string }) {
  // The server draws its public address, and another one may lead to it as well.
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    () => startData().origin!,
  )
  const link = referralLink(origin, code)
  const id = useId()
  const { copyCode, copyLink, ...words } = site().thankYou.sharing

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <p className="mt-2 text-lead text-muted">{promise}</p>
      <div className="mt-6 border-t border-line">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
          <div className="min-w-0 grow basis-36">
            <p className="text-small text-muted">{words.code}</p>
            <p id={`${id}-code`} className="code text-heading wrap-anywhere">
              <bdi>{code}</bdi>
            </p>
          </div>
          <CopyButton label={copyCode.label} name={copyCode.title} of={`${id}-code`} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
          <div className="min-w-0 grow basis-36">
            <p className="text-small text-muted">{words.link}</p>
            <p id={`${id}-link`} className="wrap-anywhere">
              <bdi>
                {link.slice(0, link.indexOf('?'))}
                <wbr />
                {link.slice(link.indexOf('?'))}
              </bdi>
            </p>
          </div>
          <CopyButton label={copyLink.label} name={copyLink.title} of={`${id}-link`} />
        </div>
      </div>
      <ShareButtons link={link} of={`${id}-link`} />
    </section>
  )
}

const neverChanges = () => () => {}

const ICONS = { twitter: TwitterIcon, facebook: FacebookIcon, instagram: InstagramIcon }

/** `of`: the id of the element with the link, for `share`. */
type Shareable = { link: string; of: string }

function ShareButtons({ link, of }: Shareable) {
  return (
    <div className="share-buttons">
      <ShareButton link={link} of={of} />
      {NETWORKS.map(([network, label]) => {
        const NetworkIcon = ICONS[network]
        return (
          <a key={network} {...networkLink({ network, link, of })} className={buttonStyle('quiet')}>
            <NetworkIcon />
            {label}
          </a>
        )
      })}
      <p className="before-scripts">
        <a href={mailTo(link)} className={buttonStyle('quiet', 'w-full')}>
          {site().thankYou.sharing.byMail}
        </a>
      </p>
    </div>
  )
}

/** Mail programs read %20 as a space, but show a plus sign as it is. */
function mailTo(link: string): string {
  const { title, text } = site().share
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text} ${link}`)}`
}

/** A link, which no browser takes for a pop-up, and which works without scripts. */
function networkLink({ network, link, of, onPress }: Shareable & { network: Network; onPress?: () => void }) {
  return {
    href: shareLinks[network](link),
    target: '_blank',
    rel: 'noreferrer',
    'aria-label': fill(site().thankYou.sharing.on, { network: LABELS[network] }),
    'data-share': network,
    'data-of': of,
    'data-text': site().share.text,
    onClick(event: MouseEvent<HTMLElement>) {
      pressToShare(event)
      onPress?.()
    },
  }
}

/** -1, the last one, if the visitor opens the menu with ArrowUp. */
type Start = 0 | -1

/** A menu for browsers without a share function. */
function ShareButton({ link, of }: Shareable) {
  const [start, setStart] = useState<Start | null>(null)
  const hasMenu = useSyncExternalStore(
    neverChanges,
    () => !('share' in navigator),
    () => false,
  )
  const trigger = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const isOpen = start !== null
  const { title, text } = site().share

  function close() {
    trigger.current?.focus()
    setStart(null)
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setStart(event.key === 'ArrowDown' ? 0 : -1)
  }

  const menu = hasMenu && {
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? menuId : undefined,
    onMouseDown: keepFocus,
    onKeyDown: openByArrow,
  }
  return (
    <div className="relative">
      <button
        ref={trigger}
        type="button"
        data-share="native_share"
        data-of={of}
        data-title={title}
        data-text={text}
        {...menu}
        onClick={(event) => ('share' in navigator ? pressToShare(event) : isOpen ? close() : setStart(0))}
        className={buttonStyle('primary', 'w-full')}
      >
        <ShareIcon />
        {site().thankYou.sharing.share}
      </button>
      {isOpen && <NetworkMenu {...{ id: menuId, start, link, of }} onClose={close} onLeave={() => setStart(null)} />}
    </div>
  )
}

type NetworkMenuProps = Shareable & {
  id: string
  start: Start
  onClose: () => void
  onLeave: () => void
}

function NetworkMenu({ id, start, link, of, onClose, onLeave }: NetworkMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => itemsOf(menu.current!).at(start)!.focus(), [start])

  function walk(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') return onClose()
    const items = itemsOf(event.currentTarget)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: (at + 1) % items.length, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    items.at(next)!.focus()
  }

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={site().thankYou.sharing.share}
      onKeyDown={walk}
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
      className="absolute top-full start-0 z-10 mt-2 w-full rounded-control border border-ink bg-raised p-1.5 shadow-lift"
    >
      {NETWORKS.map(([network, label]) => (
        <a
          key={network}
          {...networkLink({ network, link, of, onPress: onClose })}
          role="menuitem"
          tabIndex={-1}
          onMouseDown={keepFocus}
          onMouseEnter={(event) => event.currentTarget.focus()}
          className="flex min-h-11 w-full items-center rounded-[0.375rem] px-3 outline-hidden focus:bg-velvet focus:text-velvet-ink"
        >
          {label}
        </a>
      ))}
    </div>
  )
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll('a')]
}

/** Some browsers remove the focus when a button is pressed, which would close the menu before the click. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

const LABELS = { twitter: 'Twitter', facebook: 'Facebook', instagram: 'Instagram' } as const

type Network = keyof typeof LABELS
const NETWORKS = Object.entries(LABELS) as [Network, string][]
