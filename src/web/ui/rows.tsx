import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'
import { Copy } from './copy.tsx'
import { Problem } from './form.tsx'
import { Panel } from './panel.tsx'
import { Empty, notLoaded } from './query-state.tsx'

export const ROW_ACTS = 'flex flex-wrap gap-2 [&_select]:w-auto'
/** The fields of a form in one row where there is room. */
export const FORM_ROW =
  'grid max-w-240 grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] items-end gap-4 [&_button]:justify-self-start'

type ListPanelProps<Item> = {
  title: string
  note?: ReactNode
  items: readonly Item[] | undefined
  /** What could not be loaded; false while it loads. */
  failed?: string | false
  empty?: string
  children: (item: Item) => ReactNode
  foot?: ReactNode
}

export function ListPanel<Item>({ title, note, items, failed, empty, children, foot }: ListPanelProps<Item>) {
  return (
    <Panel title={title} note={note}>
      {items?.length === 0 && empty && <p className="text-muted">{empty}</p>}
      {!items && failed && <Empty isSmall>{notLoaded(failed)}</Empty>}
      <ul className="divide-y divide-line">{items?.map(children)}</ul>
      {foot}
    </Panel>
  )
}

/** `isOpen`: whether the part of the row that the button opens is shown. `ask`: asks before it runs. */
type RowAct = {
  label: string
  run: () => unknown
  isOpen?: boolean
  disabled?: boolean
  ask?: { title: string; consequence: string }
}

type RowProps = {
  /** The thing in a few words, for the names of its buttons. */
  name: string
  title?: ReactNode
  facts: readonly ReactNode[]
  /** What is wrong with it. */
  fault?: ReactNode
  action?: { busy: boolean; problem: { message: string } | null }
  acts?: readonly (RowAct | false)[]
  /** Before the buttons. */
  control?: ReactNode
  children?: ReactNode
}

/** What a thing is, and what can be done with it. */
export function Row({ name, title = name, facts, fault, action, acts = [], control, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium wrap-anywhere">{title}</p>
        {facts.map((fact, index) => (
          <p key={index} className="text-small wrap-anywhere text-muted empty:hidden">
            {fact}
          </p>
        ))}
        {fault && <p className="text-small text-danger">{fault}</p>}
        <Problem>{action?.problem?.message ?? null}</Problem>
      </div>
      <div className={ROW_ACTS}>
        {control}
        {acts.map((act) => act && <Act key={act.label} {...act} name={name} busy={action?.busy ?? false} />)}
      </div>
      {children}
    </li>
  )
}

function Act({ label, run, isOpen, disabled, ask, name, busy }: RowAct & { name: string; busy: boolean }) {
  if (ask)
    return <Confirm {...ask} label={label} about={name} disabled={busy || disabled} onConfirm={() => void run()} />
  return (
    <Button
      aria-label={`${label}: ${name}`}
      aria-expanded={isOpen}
      disabled={disabled}
      busy={busy && isOpen === undefined}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}

/** A new key, secret or link. */
export function ShownOnce({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    <div
      className="mt-3 grid basis-full justify-items-start gap-2.5 rounded-control border-2 border-ink px-4 py-3.5"
      aria-live="polite"
    >
      <p>{children} You won’t see it again.</p>
      <Copy text={text} label={label} isShown />
    </div>
  )
}
