import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActRow } from '#shared/list/acts.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { ActItem } from './act-item.tsx'
import { actQuery, actsQuery } from './queries.ts'
import { LogFilters, logFiltersOf } from './log-filters.tsx'
import { type Acting, useAct } from '../state/use-act.ts'
import { ShowMore } from '../ui/show-more.tsx'

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
    <section aria-labelledby="acts" className="section-page">
      <SectionHead
        id="acts"
        title="Activity"
        lead="What was done to people on the list, and by whom. Most of it can be undone."
      />
      <LogFilters view={view} onChange={onChange} />
      {isFar && far.isError && <p className="empty">The act in the address could not be found.</p>}
      {acts === undefined ? (
        <ChairNote>{log.isPending ? 'Loading data...' : NOT_NOW}</ChairNote>
      ) : shown.length === 0 ? (
        <ChairNote>
          {Object.keys(filters).length > 0
            ? 'No act is like that.'
            : 'Nothing was done to anybody yet. Open a person to note, tag, hold, reject or erase them.'}
        </ChairNote>
      ) : (
        <ActList acts={shown} open={view.act} acting={acting} onChange={onChange} onOpen={onOpen} />
      )}
      <ShowMore of={log} className="justify-self-center" />
    </section>
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
