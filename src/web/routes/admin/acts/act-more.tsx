import { useInfiniteQuery } from '@tanstack/react-query'
import { OUTCOME_WORDS } from '#shared/list/act-words.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Email } from '../../../ui/email.tsx'
import { actQuery } from './queries.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Empty } from '../../../ui/query-state.tsx'

/** The people that an act left out, with the reasons, and the outcomes of an erasure at the services. */
export function ActMore({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const query = useInfiniteQuery(actQuery(id))
  const act = query.data?.pages[0]
  if (!act) return <Empty isSmall>{query.isPending ? 'Loading data...' : 'This could not be loaded.'}</Empty>
  const skipped = query.data!.pages.flatMap(({ skipped_people }) => skipped_people)
  const { erased } = act
  return (
    <div className="act-more">
      <p>
        {grouped(act.changed)} changed, {grouped(act.unchanged)} unchanged, {grouped(act.skipped)} left out, of{' '}
        {grouped(act.total)}.
      </p>
      {erased?.sums.map(({ service, outcome, people }) => (
        <p key={`${service} ${outcome}`}>
          {{ notion: 'Notion', beehiiv: 'Beehiiv' }[service]}: {outcome}, {grouped(people)}
        </p>
      ))}
      {skipped.length > 0 && (
        <ul className="answers">
          {skipped.map(({ entry, reason }) => (
            <li key={entry.id} className="line">
              {entry.email === null ? (
                <p>Somebody since erased</p>
              ) : (
                <button type="button" onClick={() => onOpen(entry.id)} className="person">
                  <Email email={entry.email} />
                </button>
              )}
              <span className="text-small text-muted">{OUTCOME_WORDS[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore of={query} />
    </div>
  )
}
