import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActRow } from '#shared/list/acts.ts'
import type { SectionProps } from '../view/section-props.ts'
import { ActItem } from './act-item.tsx'
import { actQuery, actsQuery } from './queries.ts'
import { LogFilters, logFiltersOf } from './log-filters.tsx'
import { type Acting, useAct } from './use-act.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Empty } from '../../../ui/query-state.tsx'

/** The log of all acts, newest first, each with its progress and the buttons that stop or undo it. */
export function ActsView({ view, onChange, onOpen }: SectionProps) {
  const filters = logFiltersOf(view)
  const log = useInfiniteQuery(actsQuery(filters))
  const acts = log.data?.pages.flatMap(({ acts }) => acts)
  // The address may name an act from a page of the log that is not fetched yet.
  const isFar = view.act !== null && acts !== undefined && !acts.some(({ id }) => id === view.act)
  const far = useInfiniteQuery({ ...actQuery(view.act ?? ''), enabled: isFar })
  const acting = useAct({ showsProgress: true })
  const shown = [...(isFar && far.data ? [far.data.pages[0]!] : []), ...(acts ?? [])]

  return (
    <>
      <LogFilters view={view} onChange={onChange} />
      {isFar && far.isError && <Empty isSmall>The act in the address could not be found.</Empty>}
      {acts === undefined ? (
        <Empty>{log.isPending ? 'Loading data...' : NOT_NOW}</Empty>
      ) : shown.length === 0 ? (
        <Empty>
          {Object.keys(filters).length > 0
            ? 'Nothing matches these filters.'
            : 'Nothing has been changed yet. Notes, tags, decisions, waves and settings appear here.'}
        </Empty>
      ) : (
        <ActList acts={shown} open={view.act} acting={acting} onChange={onChange} onOpen={onOpen} />
      )}
      <ShowMore of={log} className="justify-self-center" />
    </>
  )
}

type ActListProps = Pick<SectionProps, 'onChange' | 'onOpen'> & {
  acts: ActRow[]
  /** The id of the act whose details are shown. */
  open: string | null
  acting: Acting
}

function ActList({ acts, open, acting, onChange, onOpen }: ActListProps) {
  return (
    <ol className="acts panel">
      {acts.map((act) => (
        <ActItem
          key={act.id}
          act={act}
          acting={acting}
          isOpen={act.id === open}
          onToggle={() => onChange({ act: act.id === open ? null : act.id }, { replace: true })}
          onOpen={onOpen}
        />
      ))}
    </ol>
  )
}

const NOT_NOW = 'The log could not be loaded. The page tries again every half minute.'
