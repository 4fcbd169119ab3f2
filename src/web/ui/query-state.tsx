import type { ReactNode } from 'react'
import { CallError } from '../calls/call-error.ts'
import { Waiting } from './drawings/queue.tsx'

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
  error instanceof CallError && error.status === 404
    ? `${what} can’t be found. It may have been deleted.`
    : `${what} couldn’t be loaded. Trying again every 30 seconds.`
const STALE = 'This may be out of date: it couldn’t be loaded again. Trying again every 30 seconds.'
