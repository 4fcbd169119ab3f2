import { useState } from 'react'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { leadTo, type Section, useSections } from './sections.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Check } from '../../../ui/switch.tsx'

const STORED = 'dashboardKeys'

const WITH_SEARCH: View['view'][] = ['people', 'figures']
const SEARCH_PATIENCE_MS = 5_000

/** The single keys of the dashboard, and the dialog that explains them and turns them off. */
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

/** Goes to the search of the page, or to that of the people. */
export function openSearch(view: View, onChange: ChangeView) {
  if (!WITH_SEARCH.includes(view.view)) onChange(leadTo({ view: 'people' }))
  requestAnimationFrame(() => enterSearch(performance.now() + SEARCH_PATIENCE_MS))
}

/** Puts the focus into the search field, once it is drawn: the list may still wait for its first figures. */
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
