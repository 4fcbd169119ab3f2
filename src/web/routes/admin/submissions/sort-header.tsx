import type { ReactNode } from 'react'
import { type Order, type Sort, usualOrder } from '#shared/list/filters.ts'

export type Sorting = {
  sort: Sort
  order: Order
  onSort: (sort: Sort, order: Order) => void
}

type SortHeaderProps = Sorting & { children: ReactNode; for: Sort }

/** The head of a sortable column. A second press reverses the order. */
export function SortHeader({ for: own, sort, order, onSort, children }: SortHeaderProps) {
  const isSorted = own === sort
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : usualOrder(own)
  return (
    <th scope="col" aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => onSort(own, next)} className="sort-button">
        {children}
        <span aria-hidden="true">{isSorted ? (order === 'asc' ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  )
}
