import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { fill } from '#shared/values/fill.ts'
import { buttonStyle } from '../../ui/button.ts'
import { ShareIcon } from '../../ui/share-icons.tsx'
import { type Network, NETWORKS } from './share.ts'

/** -1, the last one, if the visitor opens the menu with ArrowUp. */
type Start = 0 | -1

/** For browsers without a share function. */
export function ShareMenu({ onNetwork }: { onNetwork: (network: Network) => void }) {
  const [start, setStart] = useState<Start | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const isOpen = start !== null

  function close() {
    trigger.current?.focus()
    setStart(null)
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setStart(event.key === 'ArrowDown' ? 0 : -1)
  }

  return (
    <div className="relative">
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onMouseDown={keepFocus}
        onClick={() => (isOpen ? close() : setStart(0))}
        onKeyDown={openByArrow}
        className={buttonStyle('primary', 'w-full')}
      >
        <ShareIcon />
        {site().thankYou.sharing.share}
      </button>
      {isOpen && (
        <NetworkMenu id={menuId} start={start} onNetwork={onNetwork} onClose={close} onLeave={() => setStart(null)} />
      )}
    </div>
  )
}

type NetworkMenuProps = {
  id: string
  start: Start
  onNetwork: (network: Network) => void
  onClose: () => void
  onLeave: () => void
}

function NetworkMenu({ id, start, onNetwork, onClose, onLeave }: NetworkMenuProps) {
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

  function choose(network: Network) {
    onClose()
    onNetwork(network)
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
        <NetworkItem key={network} label={label} onChoose={() => choose(network)} />
      ))}
    </div>
  )
}

function NetworkItem({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-label={fill(site().thankYou.sharing.on, { network: label })}
      tabIndex={-1}
      onMouseDown={keepFocus}
      onMouseEnter={(event) => event.currentTarget.focus()}
      onClick={onChoose}
      className="flex min-h-11 w-full items-center rounded-[0.375rem] px-3 outline-hidden focus:bg-velvet focus:text-velvet-ink"
    >
      {label}
    </button>
  )
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll('button')]
}

/** Some browsers remove the focus when a button is pressed, which would close the menu before the click. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
