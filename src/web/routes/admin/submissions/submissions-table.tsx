import type { RefObject } from 'react'
import { type Order, type Sort, usualOrder } from '#shared/list/filters.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import type { ShownEntry } from '../state/local-entries.ts'
import type { Selecting } from './use-selection.ts'

type Sorting = { sort: Sort; order: Order; onSort: (sort: Sort, order: Order) => void }

type SubmissionsTableProps = Sorting & {
  entries: ShownEntry[]
  columns: readonly Column<ShownEntry>[]
  busy: boolean
  selecting: Selecting | null
  start: RefObject<HTMLTableSectionElement | null>
  onOpen: (id: string) => void
}

export function SubmissionsTable(props: SubmissionsTableProps) {
  const { entries, columns, busy, selecting, start, sort, order, onSort, onOpen } = props
  const local = new Set(entries.flatMap(({ id, isLocal }) => (isLocal ? [id] : [])))
  return (
    <div className="submissions -mx-5 max-tablet:mx-0">
      <Table
        label="People"
        columns={columns}
        rows={entries}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        sorting={{
          by: sort,
          order,
          onSort: (by, order) => onSort(by as Sort, order),
          usual: (by) => usualOrder(by as Sort),
        }}
        selection={
          selecting
            ? {
                isTicked: selecting.isTicked,
                onTick: selecting.tick,
                onTickAll: selecting.tickPage,
                canTick: (id) => !local.has(id),
              }
            : undefined
        }
        onOpen={onOpen}
        empty="No submissions found"
        isBusy={busy}
        bodyRef={start}
      />
    </div>
  )
}
