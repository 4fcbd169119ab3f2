import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { leadTo, type Section, SECTIONS } from './sections.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { useKeys } from '../keys/use-keys.ts'

const STORED = 'dashboardKeys'

const WITH_SEARCH: View['view'][] = ['people', 'list']
const SEARCH_PATIENCE_MS = 5_000

/** The single keys of the dashboard, and the dialog that explains them and turns them off. */
export function Keyboard({ view, onChange }: { view: View; onChange: ChangeView }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => readStored('localStorage', STORED) !== 'off')

  function turn(on: boolean) {
    setOn(on)
    writeStored('localStorage', STORED, on ? null : 'off')
  }

  function search() {
    if (!WITH_SEARCH.includes(view.view)) onChange(leadTo(SECTIONS[0]!))
    requestAnimationFrame(() => enterSearch(performance.now() + SEARCH_PATIENCE_MS))
  }

  const sectionKeys = SECTIONS.map((section, index) => [String(index + 1), section] as const)
  useKeys(
    {
      '/': search,
      '?': () => setOpen(true),
      ...Object.fromEntries(sectionKeys.map(([key, section]) => [key, () => onChange(leadTo(section))])),
    },
    { enabled: isOn },
  )

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Keyboard shortcuts" className="icon-button keys-button">
        <kbd>?</kbd>
      </Dialog.Trigger>
      <KeysDialog sectionKeys={sectionKeys} isOn={isOn} onTurn={turn} />
    </Dialog.Root>
  )
}

type KeysDialogProps = {
  sectionKeys: (readonly [key: string, section: Section])[]
  isOn: boolean
  onTurn: (on: boolean) => void
}

function KeysDialog({ sectionKeys, isOn, onTurn }: KeysDialogProps) {
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="dialog-backdrop" />
      <Dialog.Popup className="dialog sheet">
        <div className="dialog-head">
          <Dialog.Title className="text-title">Keyboard shortcuts</Dialog.Title>
          <Dialog.Close aria-label="Close" className="icon-button">
            <CloseIcon />
          </Dialog.Close>
        </div>
        <div className="dialog-body">
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
          <label className="keys-switch">
            <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
            Single keys work in this browser
          </label>
        </div>
      </Dialog.Popup>
    </Dialog.Portal>
  )
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
