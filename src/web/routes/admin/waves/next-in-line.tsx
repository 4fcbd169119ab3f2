import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { SEAT_REASONS, type WavePreview, type WavePreviewRequest } from '#shared/list/waves.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import { Email } from '../../../ui/email.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { wavePreviewQuery } from './queries.ts'
import { PASSED_OVER, people } from '../filters/wave-words.ts'
import { Empty } from '../../../ui/query-state.tsx'

type NextInLineProps = {
  asked: Omit<WavePreviewRequest, 'offset'>
  onOpen: (id: string) => void
  /** Called with the number of people that the wave would invite; null while it is not known. */
  onInvited: (invited: number | null) => void
}

/** The people that a wave would invite now, in launch order, and then those it would pass over, with the reason. */
export function NextInLine({ asked, onOpen, onInvited }: NextInLineProps) {
  const query = useInfiniteQuery(wavePreviewQuery(asked))
  const first = query.data?.pages[0]
  const invited = first?.invited ?? null
  useEffect(() => onInvited(invited), [invited, onInvited])
  if (!first) return <Empty isSmall>{query.isPending ? 'Loading data...' : 'The line could not be read.'}</Empty>
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
              <button type="button" onClick={() => onOpen(person.id)} className="person">
                <Email email={person.email} />
              </button>
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

/** The reasons for a person's place in line. */
function whyWords({ position, referrals, industry, business_name }: WavePreview['people'][number]): string {
  const friends = referrals === 0 ? null : referrals === 1 ? '1 friend' : `${grouped(referrals)} friends`
  return [`#${grouped(position)}`, friends, business_name && isolated(business_name), industry]
    .filter(Boolean)
    .join(' · ')
}
