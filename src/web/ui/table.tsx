import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, type Ref, useRef } from 'react'
import { Button } from './button.tsx'
import { Check, Select } from './choices.tsx'
import { ViewIcon } from './tool-icons.tsx'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  sort?: string
  isEmpty?: (row: Row) => boolean
  isNumber?: boolean
  /** Does not break between words where the table has the width. */
  isWhole?: boolean
}

export type Sorting = {
  by: string
  order: 'asc' | 'desc'
  /** `by` names a column's `sort`. Pressed again, a column asks for the other order. */
  onSort: (by: string, order: 'asc' | 'desc') => void
  usual?: (by: string) => 'asc' | 'desc'
}

type Selection = {
  isTicked: (id: string) => boolean
  onTick: (id: string) => void
  onTickAll: (ids: string[]) => void
  canTick?: (id: string) => boolean
}

type TableProps<Row> = {
  label: string
  /** The first is the head of its row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  sorting?: Sorting
  selection?: Selection
  onOpen?: (id: string) => void
  empty: ReactNode
  isBusy?: boolean
  bodyRef?: Ref<HTMLTableSectionElement>
}

/** On a phone, each row is a few lines of text. The arrow keys go from row to row. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, idOf, nameOf, sorting, selection, onOpen, empty, isBusy = false, bodyRef } = props
  const ids = rows.map(idOf)
  return (
    <div className="kit-table">
      <table aria-label={label} aria-busy={isBusy}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="kit-tick">
                <TickAll ids={ids} selection={selection} />
              </th>
            )}
            {sorting && <Order columns={columns as readonly Column<never>[]} sorting={sorting} />}
            {columns.map((column) => (
              <Head key={column.label} column={column as Column<never>} sorting={sorting} />
            ))}
            {onOpen && (
              <th scope="col">
                <span className="sr-only">Details</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={bodyRef} tabIndex={-1} onKeyDown={goToRow}>
          {rows.map((row, index) => (
            <KnownRow
              key={ids[index]}
              id={ids[index]!}
              row={row}
              columns={columns as readonly Column<unknown>[]}
              name={nameOf(row)}
              isTicked={selection?.isTicked(ids[index]!) ?? false}
              onTick={selection && (selection.canTick?.(ids[index]!) ?? true) ? selection.onTick : undefined}
              hasTicks={selection !== undefined}
              onOpen={onOpen}
            />
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + (selection ? 1 : 0) + (onOpen ? 1 : 0)} className="kit-none">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function TickAll({ ids, selection }: { ids: string[]; selection: Selection }) {
  const all = ids.filter((id) => selection.canTick?.(id) ?? true)
  return (
    <Check
      label="Everybody on this page"
      hidesLabel
      checked={all.length > 0 && all.every(selection.isTicked)}
      onChange={() => selection.onTickAll(all)}
    />
  )
}

/** A phone has it in place of the heads. */
function Order({ columns, sorting }: { columns: readonly Column<never>[]; sorting: Sorting }) {
  const { by, order, onSort, usual } = sorting
  return (
    <th scope="col" className="kit-order">
      <Select
        label="Sort by"
        hidesLabel
        options={columns.flatMap(({ label, sort }) => (sort === undefined ? [] : { value: sort, label }))}
        value={by}
        onValueChange={(next) => onSort(next, usual?.(next) ?? 'asc')}
      />
      <Button
        kind="icon"
        aria-label={order === 'asc' ? 'Ascending' : 'Descending'}
        onClick={() => onSort(by, order === 'asc' ? 'desc' : 'asc')}
      >
        {ARROWS[order]}
      </Button>
    </th>
  )
}

const ARROWS = { asc: '↑', desc: '↓' }

function Head({ column: { label, sort, isNumber }, sorting }: { column: Column<never>; sorting?: Sorting }) {
  const className = isNumber ? 'kit-number' : undefined
  if (sort === undefined || !sorting)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const { by, order, onSort, usual } = sorting
  const isSorted = by === sort
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : (usual?.(sort) ?? 'asc')
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={className}
    >
      <button type="button" onClick={() => onSort(sort, next)} className="kit-sort">
        {label}
        <span aria-hidden="true">{isSorted ? ARROWS[order] : ''}</span>
      </button>
    </th>
  )
}

type RowProps = {
  id: string
  row: unknown
  columns: readonly Column<unknown>[]
  name: string
  isTicked: boolean
  onTick?: (id: string) => void
  hasTicks: boolean
  onOpen?: (id: string) => void
}

/** Drawn again only when its row changes, because a live list is drawn often. */
const KnownRow = memo(function KnownRow(props: RowProps) {
  const { id, row, columns, name, isTicked, onTick, hasTicks, onOpen } = props
  const button = useRef<HTMLButtonElement>(null)

  function open({ target }: MouseEvent) {
    if (!onOpen || !isPlain(target as Element)) return
    // What opens gives the focus back to it.
    button.current?.focus({ preventScroll: true })
    onOpen(id)
  }

  return (
    <tr onClick={open} data-chosen={isTicked || undefined} data-opens={onOpen ? true : undefined}>
      {hasTicks && (
        <td className="kit-tick">
          {onTick && <Check label={name} hidesLabel checked={isTicked} onChange={() => onTick(id)} />}
        </td>
      )}
      {columns.map(({ label, cell, isEmpty, isNumber, isWhole }, index) => {
        const className = [isNumber && 'kit-number', isWhole && 'kit-whole'].filter(Boolean).join(' ') || undefined
        return index === 0 ? (
          <th key={label} scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td key={label} data-label={label} data-empty={isEmpty?.(row) || undefined} className={className}>
            {cell(row)}
          </td>
        )
      })}
      {onOpen && (
        <td className="kit-open">
          <Button kind="icon" ref={button} aria-label={`View details of ${name}`} onClick={() => onOpen(id)}>
            <ViewIcon />
          </Button>
        </td>
      )}
    </tr>
  )
})

/** A press on a control, or at the end of selecting text, opens nothing. */
function isPlain(target: Element): boolean {
  return !target.closest('button, a, label, input') && getSelection()?.isCollapsed !== false
}

function goToRow(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = (event.target as Element).closest('tr')
  if (step === undefined || !row || !(event.target as Element).matches('button, a, [type=checkbox]')) return
  const controls = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a, [type=checkbox]')]
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
  const own = controls(row).indexOf(event.target as HTMLElement)
  const target = next && (controls(next)[own] ?? controls(next)[0])
  if (!target) return
  event.preventDefault()
  target.focus()
}
