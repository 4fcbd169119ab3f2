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
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Check } from '../../../ui/switch.tsx'

type WaveWhoProps = Pick<SectionProps, 'onOpen'> & {
  chosen: WavePeople
  onInvited: (invited: number | null) => void
}

/** The fields that choose people, and beside them the people whom the wave would invite now. */
export function WaveWho({ chosen, onOpen, onInvited }: WaveWhoProps) {
  const { who, filter, filters, select, count, isCount, includesEnded } = chosen
  const { loaded } = useFigures(filters)
  const asked = useDeferredValue(isCount ? count : null)
  return (
    <div className="wave-who">
      <Who chosen={chosen} sources={loaded?.figures.sources ?? []} />
      <div className="min-w-0">
        <FilteredBy view={who} found={loaded?.figures.totalSignups ?? null} isWhenever={false} onChange={filter} />
        {asked === null ? (
          <Empty isSmall>How many people are to come in?</Empty>
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

type WhoProps = Pick<WaveWhoProps, 'chosen'> & { sources: Figures['sources'] }

/** The number of people to invite, and the filters that they must match. */
function Who({ chosen, sources }: WhoProps) {
  const { ids, unpick, who, filter, includesEnded, setIncludesEnded } = chosen
  return (
    <section aria-labelledby="wave-filters" className="panel filters">
      <h3 id="wave-filters" className="panel-title">
        Who
      </h3>
      <HowMany chosen={chosen} />
      {ids ? (
        <p>
          {people(ids.length)} whom you ticked.{' '}
          <Button kind="text" onClick={unpick}>
            Choose by filters instead
          </Button>
        </p>
      ) : (
        <>
          <SearchBox view={who} onChange={filter} />
          <FilterFields view={who} sources={sources} onChange={filter} />
        </>
      )}
      <Check label="Include people whose invitation ended" checked={includesEnded} onChange={setIncludesEnded} />
    </section>
  )
}

function HowMany({ chosen: { typed, setTyped, isCount } }: { chosen: WavePeople }) {
  return (
    <Field
      label="How many"
      type="number"
      inputMode="numeric"
      min={1}
      max={MOST_SEATS}
      value={typed}
      aria-invalid={!isCount || undefined}
      onValueChange={setTyped}
    />
  )
}
