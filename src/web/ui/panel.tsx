import { type ReactNode, useId } from 'react'
import { Waiting } from './drawings/queue.tsx'
import { Button, Copy } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { Problem } from './form.tsx'

type PanelProps = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, note, actions, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`panel ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="panel-title">
            {title}
          </h2>
          {note && <p className="panel-note">{note}</p>}
        </div>
        {actions && <div className="-my-1.5 flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

type Query<Data> = { data: Data | undefined; isPending: boolean; isError: boolean; error?: Error | null }

type QueryStateProps<Data> = {
  of: Query<Data>
  /** What could not be loaded, such as 'The keys'. */
  what?: string
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  isSmall?: boolean
  children: (data: Data) => ReactNode
}

export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { of, what, empty, isEmpty, isSmall, children } = props
  const { data, isPending, isError, error } = of
  if (data === undefined)
    return <Empty isSmall={isSmall}>{isPending && !isError ? 'Loading data...' : notLoaded(what, error)}</Empty>
  return (
    <>
      {isError && (
        <output className="mb-2 block rounded-control border border-danger bg-danger-wash px-3 py-2 text-small">
          {STALE}
        </output>
      )}
      {empty !== undefined && isEmpty?.(data) ? <Empty isSmall={isSmall}>{empty}</Empty> : children(data)}
    </>
  )
}

export function Empty({ isSmall = false, children }: { isSmall?: boolean; children: ReactNode }) {
  if (isSmall) return <p className="py-2 text-balance text-muted">{children}</p>
  return (
    <div className="flex items-end gap-6 border-b-2 border-ink text-muted">
      <Waiting className="h-28 shrink-0" />
      <div className="pb-5 text-balance">{children}</div>
    </div>
  )
}

/** Each query that failed is asked again after 30 seconds. */
export const notLoaded = (what = 'This', error: Error | null = null) =>
  isGone(error)
    ? `${what} can’t be found. It may have been deleted.`
    : `${what} couldn’t be loaded. Trying again every 30 seconds.`
/** Or its address never was one. */
export function isGone(error: Error | null): boolean {
  const status = (error as { status?: number } | null)?.status
  return status === 404 || status === 400
}
const STALE = 'This may be out of date: it couldn’t be loaded again. Trying again every 30 seconds.'

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
        <Problem>{action?.problem?.message}</Problem>
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
  if (ask) return <Confirm {...ask} label={label} about={name} disabled={busy || disabled} onConfirm={() => run()} />
  return (
    <Button
      aria-label={`${label}: ${name}`}
      aria-expanded={isOpen}
      disabled={disabled}
      busy={busy && isOpen === undefined}
      onClick={() => run()}
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
