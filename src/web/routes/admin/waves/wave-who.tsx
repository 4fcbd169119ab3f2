import { peopleWords, friendsWords } from '../ui/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useDeferredValue, useEffect, useState } from 'react'
import { MOST_SEATS, SEAT_REASONS, type WavePreview, type WavePreviewRequest } from '#shared/list/waves.ts'
import { paths } from '#shared/site/paths.ts'
import { isolated } from '#shared/values/language.ts'
import { FilterBar, FilteredBy } from '../ui/filter-bar.tsx'
import { PASSED_OVER } from '../ui/wave-words.ts'
import { useFigures } from '../state/use-figures.ts'
import { Person } from '../ui/person.tsx'
import { ShowMore } from '../ui/section-head.tsx'
import { type View, filtersOf, parseView } from '../state/view.ts'
import { readInvited } from './invited.ts'
import { wavePreviewQuery } from '../state/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { Check } from '../../../ui/choices.tsx'

type WaveWhoProps = {} & {
  chosen: WavePeople
  onLine: (line: WavePreview | null) => void
}

export function WaveWho({ chosen, onLine }: WaveWhoProps) {
  const { who, filter, filters, select, count, isCount, includesEnded } = chosen
  const { loaded } = useFigures(filters)
  const asked = useDeferredValue(isCount ? count : null)
  return (
    <div className="grid grid-cols-1 gap-5 items-start desktop:grid-cols-[18rem_minmax(0,1fr)]">
      <section aria-labelledby="wave-filters" className="panel filters">
        <h3 id="wave-filters" className="panel-title">
          Who
        </h3>
        <Field
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_SEATS}
          value={chosen.typed}
          aria-invalid={!chosen.isCount || undefined}
          onValueChange={chosen.setTyped}
        />
        {chosen.ids ? (
          <p>
            {peopleWords(chosen.ids.length)} you ticked.{' '}
            <Button kind="text" onClick={chosen.unpick}>
              Choose by filters instead
            </Button>
          </p>
        ) : (
          <FilterBar
            view={who}
            sources={loaded?.figures.sources ?? []}
            found={loaded?.figures.totalSignups ?? null}
            onChange={filter}
          />
        )}
        <Check
          label="Include people whose invitation ended"
          checked={chosen.includesEnded}
          onChange={chosen.setIncludesEnded}
        />
      </section>
      <div className="min-w-0">
        <FilteredBy view={who} found={loaded?.figures.totalSignups ?? null} isWhenever={false} onChange={filter} />
        {asked === null ? (
          <Empty isSmall>How many people are to come in?</Empty>
        ) : (
          <NextInLine
            asked={{ select: { ...select, count: asked }, includes_ended: includesEnded }}

            onLine={onLine}
          />
        )}
      </div>
    </div>
  )
}

type NextInLineProps = {
  asked: Omit<WavePreviewRequest, 'offset'>
  /** Null while it is not known. */
  onLine: (line: WavePreview | null) => void
}

function NextInLine({ asked, onLine }: NextInLineProps) {
  const query = useInfiniteQuery(wavePreviewQuery(asked))
  const first = query.data?.pages[0]
  useEffect(() => onLine(first ?? null), [first, onLine])
  if (!first) return <Empty isSmall>{query.isPending ? 'Loading data...' : notLoaded('The line')}</Empty>
  const shown = query.data!.pages.flatMap((page) => page.people)
  const places = shown.map(({ rank }) => (rank === null ? '–' : ordinal(rank)))
  const characters = Math.max(4, ...places.map(({ length }) => length))
  return (
    <section aria-label="Who is next" className="panel wave-next">
      <output className="block mb-3 font-semibold">{nextWords(first, asked.select.count)}</output>
      <ol className="wave-line" style={{ '--characters': characters } as CSSProperties}>
        {shown.map((person, index) => (
          <li key={person.id} data-passed={person.reason !== null || undefined}>
            <span className="wave-rank">{places[index]}</span>
            <span className="min-w-0">
              <Person id={person.id} email={person.email} />
              <span className="block text-small text-muted">
                {person.reason === null ? whyWords(person) : `Skipped: ${SEAT_REASONS[person.reason]}`}
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
  const fewer = invited === 0 ? 'Nobody can be invited' : `Only ${peopleWords(invited)} can be invited`
  const parts = [
    invited < count ? fewer : `${peopleWords(invited)} would be invited`,
    ...passed_over.map(({ reason, people }) => `${grouped(people)} ${PASSED_OVER[reason]}`),
  ]
  return passed_over.length === 0 ? `${parts[0]}.` : `${parts[0]}. Skipped: ${parts.slice(1).join(', ')}.`
}

function whyWords({ referrals, industry, business_name }: WavePreview['people'][number]): string {
  return [
    referrals > 0 && friendsWords(referrals),
    business_name && isolated(business_name),
    industry !== 'Unknown' && industry,
  ]
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
