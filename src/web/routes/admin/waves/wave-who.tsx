import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useDeferredValue, useEffect, useState } from 'react'
import type { Figures } from '#shared/list/summary.ts'
import { MOST_SEATS, SEAT_REASONS, type WavePreview, type WavePreviewRequest } from '#shared/list/waves.ts'
import { paths } from '#shared/site/paths.ts'
import { isolated } from '#shared/values/isolated.ts'
import { FilterFields, SearchBox } from '../filters/filter-fields.tsx'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { PASSED_OVER, people } from '../filters/wave-words.ts'
import { useFigures } from '../state/use-figures.ts'
import { Person } from '../ui/person.tsx'
import { ShowMore } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { type View, filtersOf, parseView } from '../view/view.ts'
import { readInvited } from './invited.ts'
import { wavePreviewQuery } from './queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { Empty } from '../../../ui/query-state.tsx'
import { Check } from '../../../ui/switch.tsx'
import { several } from '../ui/words.ts'

type WaveWhoProps = Pick<SectionProps, 'onOpen'> & {
  chosen: WavePeople
  onInvited: (invited: number | null) => void
}

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
          {people(ids.length)} you ticked.{' '}
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

type NextInLineProps = {
  asked: Omit<WavePreviewRequest, 'offset'>
  onOpen: (id: string) => void
  /** Null while it is not known. */
  onInvited: (invited: number | null) => void
}

function NextInLine({ asked, onOpen, onInvited }: NextInLineProps) {
  const query = useInfiniteQuery(wavePreviewQuery(asked))
  const first = query.data?.pages[0]
  const invited = first?.invited ?? null
  useEffect(() => onInvited(invited), [invited, onInvited])
  if (!first) return <Empty isSmall>{query.isPending ? 'Loading data...' : 'The line couldn’t be loaded.'}</Empty>
  const shown = query.data!.pages.flatMap((page) => page.people)
  const places = shown.map(({ rank }) => (rank === null ? '–' : ordinal(rank)))
  const characters = Math.max(4, ...places.map(({ length }) => length))
  return (
    <section aria-label="Who is next" className="panel wave-next">
      <output className="wave-next-words">{nextWords(first, asked.select.count)}</output>
      <ol className="wave-line" style={{ '--characters': characters } as CSSProperties}>
        {shown.map((person, index) => (
          <li key={person.id} data-passed={person.reason !== null || undefined}>
            <span className="wave-rank">{places[index]}</span>
            <span className="min-w-0">
              <Person id={person.id} email={person.email} onOpen={onOpen} />
              <span className="block text-small text-muted">
                {person.reason === null ? whyWords(person) : `Passed over: ${SEAT_REASONS[person.reason]}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <ShowMore of={query} />
    </section>
  )
}

function nextWords({ invited, passed_over }: WavePreview, count: number): string {
  const fewer = invited === 0 ? 'Nobody can be invited' : `Only ${people(invited)} can be invited`
  const parts = [
    invited < count ? fewer : `${people(invited)} would be invited`,
    ...passed_over.map(({ reason, people }) => `${grouped(people)} ${PASSED_OVER[reason]}`),
  ]
  return passed_over.length === 0 ? `${parts[0]}.` : `${parts[0]}. Passed over: ${parts.slice(1).join(', ')}.`
}

function whyWords({ position, referrals, industry, business_name }: WavePreview['people'][number]): string {
  const friends = referrals === 0 ? null : several(referrals, 'friend')
  return [`#${grouped(position)}`, friends, business_name && isolated(business_name), industry]
    .filter(Boolean)
    .join(' · ')
}

export type WavePeople = ReturnType<typeof useWavePeople>

/** Ticked in People (`ids`), or found by filters, which are not in the address: other sections would be filtered too. */
export function useWavePeople(view: View) {
  const [picked, setPicked] = useState(readInvited)
  const [filtered, setFiltered] = useState(() => (picked ? { ...view, view: 'people' as const } : everybody()))
  const [typed, setTyped] = useState(String(picked?.count ?? 10))
  const [includesEnded, setIncludesEnded] = useState(false)
  const ids = picked?.ids ?? undefined
  const who: View = ids ? everybody() : filtered
  const filters = filtersOf(who)
  const select = { filters: { range: 'all', ...filters }, ids } as const
  const count = Math.min(MOST_SEATS, Math.floor(Number(typed)))
  return {
    ids,
    unpick() {
      setPicked(null)
      setFiltered(everybody())
    },
    who,
    filter: (change: Partial<View>) => setFiltered((former) => ({ ...former, ...change })),
    filters,
    select,
    hasSearch: Boolean(filters.q ?? ids),
    typed,
    setTyped,
    count,
    isCount: count >= 1,
    includesEnded,
    setIncludesEnded,
  }
}

const everybody = () => parseView('', `${paths.admin}/people`)
