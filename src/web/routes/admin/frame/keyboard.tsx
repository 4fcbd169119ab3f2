import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Section, leadTo, useSections } from './sections.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Check } from '../../../ui/switch.tsx'

const STORED = 'dashboardKeys'

const WITH_SEARCH: View['view'][] = ['people', 'figures']
const SEARCH_PATIENCE_MS = 5_000

export function Keyboard({ view, onChange }: { view: View; onChange: ChangeView }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => readStored('localStorage', STORED) !== 'off')

  function turn(on: boolean) {
    setOn(on)
    writeStored('localStorage', STORED, on ? null : 'off')
  }

  const sectionKeys = useSections().map((section, index) => [String(index + 1), section] as const)
  useKeys(
    {
      '/': () => openSearch(view, onChange),
      '?': () => setOpen(true),
      ...Object.fromEntries(sectionKeys.map(([key, { pages }]) => [key, () => onChange(leadTo(pages[0]!))])),
    },
    { enabled: isOn },
  )

  return <KeysDialog sectionKeys={sectionKeys} isOpen={isOpen} onOpenChange={setOpen} isOn={isOn} onTurn={turn} />
}

type KeysDialogProps = {
  sectionKeys: (readonly [key: string, section: Section])[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  isOn: boolean
  onTurn: (on: boolean) => void
}

function KeysDialog({ sectionKeys, isOpen, onOpenChange, isOn, onTurn }: KeysDialogProps) {
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
      onOpenChange={onOpenChange}
    >
      <dl className="keys">
        <Key of="/">Search</Key>
        {sectionKeys.map(([key, { label }]) => (
          <Key key={key} of={key}>
            {label}
          </Key>
        ))}
        <Key of="?">These shortcuts</Key>
        <Key of="Esc">Close a profile, a list or this</Key>
      </dl>
      <Check label="Single keys work in this browser" checked={isOn} onChange={onTurn} />
    </Dialog>
  )
}

export function openSearch(view: View, onChange: ChangeView) {
  if (!WITH_SEARCH.includes(view.view)) onChange(leadTo({ view: 'people' }))
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
