import { useDeferredValue } from 'react'
import type { Figures } from '#shared/list/summary.ts'
import { MOST_SEATS } from '#shared/list/waves.ts'
import { FilterFields } from '../filters/filter-fields.tsx'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { SearchBox } from '../filters/search-box.tsx'
import { people } from '../filters/wave-words.ts'
import { useFigures } from '../state/use-figures.ts'
import type { SectionProps } from '../view/section-props.ts'
import { NextInLine } from './next-in-line.tsx'
import type { WavePeople } from './use-wave-people.ts'

type WaveWhoProps = Pick<SectionProps, 'view' | 'onChange' | 'onOpen'> & {
  chosen: WavePeople
  onInvited: (invited: number | null) => void
}

/** The fields that choose people, and beside them the people whom the wave would invite now. */
export function WaveWho({ view, chosen, onChange, onOpen, onInvited }: WaveWhoProps) {
  const { who, filters, select, count, isCount, includesEnded } = chosen
  const { loaded } = useFigures(filters)
  const asked = useDeferredValue(isCount ? count : null)
  return (
    <div className="wave-who">
      <Who view={view} chosen={chosen} sources={loaded?.figures.sources ?? []} onChange={onChange} />
      <div className="min-w-0">
        <FilteredBy view={who} found={loaded?.figures.totalSignups ?? null} isWhenever={false} onChange={onChange} />
        {asked === null ? (
          <p className="empty">How many people are to come in?</p>
        ) : (
          <NextInLine
            asked={{ select: { ...select, count: asked }, includes_ended: includesEnded }}
            onOpen={onOpen}
            onInvited={onInvited}
          />
        )}
      </div>
    </div>
  )
}

type WhoProps = Pick<WaveWhoProps, 'view' | 'chosen' | 'onChange'> & { sources: Figures['sources'] }

/** The number of people to invite, and the filters that they must match. */
function Who({ view, chosen, sources, onChange }: WhoProps) {
  const { ids, unpick, includesEnded, setIncludesEnded } = chosen
  return (
    <section aria-labelledby="wave-filters" className="panel filters">
      <h3 id="wave-filters" className="panel-title">
        Who
      </h3>
      <HowMany chosen={chosen} />
      {ids ? (
        <p>
          {people(ids.length)} whom you ticked.{' '}
          <button type="button" onClick={unpick} className="text-button">
            Choose by filters instead
          </button>
        </p>
      ) : (
        <>
          <SearchBox view={view} onChange={onChange} />
          <FilterFields view={view} sources={sources} onChange={onChange} />
        </>
      )}
      <label className="wave-check">
        <input type="checkbox" checked={includesEnded} onChange={({ target }) => setIncludesEnded(target.checked)} />
        Include people whose invitation ended
      </label>
    </section>
  )
}

function HowMany({ chosen: { typed, setTyped, isCount } }: { chosen: WavePeople }) {
  return (
    <div>
      <label htmlFor="wave-count" className="filter-label">
        How many
      </label>
      <input
        id="wave-count"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_SEATS}
        value={typed}
        aria-invalid={!isCount || undefined}
        onChange={({ target }) => setTyped(target.value)}
        className="filter-field"
      />
    </div>
  )
}
