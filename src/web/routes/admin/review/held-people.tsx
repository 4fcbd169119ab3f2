import { useInfiniteQuery } from '@tanstack/react-query'
import type { HeldPerson } from '#shared/reviews.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { SubmittedTime } from '../submissions/submitted-time.tsx'
import { useNow } from '../state/use-now.ts'
import { Email } from '../ui/email.tsx'
import { heldPeopleQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'

type HeldPeopleProps = { group: string; deciding: Deciding; onOpen: (id: string) => void }

/** The people of a group, to decide about one after the other. */
export function HeldPeople({ group, deciding, onOpen }: HeldPeopleProps) {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(heldPeopleQuery(group))
  const now = useNow()
  if (!data) return <p className="empty">{isPending ? 'Loading data...' : 'These people could not be fetched.'}</p>
  return (
    <>
      <ul className="held-people">
        {data.pages
          .flatMap(({ people }) => people)
          .map((person) => (
            <li key={person.id}>
              <div className="min-w-0">
                <button type="button" onClick={() => onOpen(person.id)} className="person">
                  <Email email={person.email} />
                </button>
                <p className="text-small text-muted">
                  <SubmittedTime date={person.at} now={now} />
                </p>
                {person.reasons.length > 0 && <p className="text-small">This person {inOne(person.reasons)}.</p>}
              </div>
              <div className="held-buttons">
                <Decide kind="reject" person={person} deciding={deciding} />
                <Decide kind="accept" person={person} deciding={deciding} />
              </div>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
          className={buttonStyle('quiet', 'tool-button justify-self-start')}
        >
          Show more
        </button>
      )}
    </>
  )
}

const WORDS = { reject: ['Reject', 'Rejected'], accept: ['Accept', 'Accepted'] } as const

type DecideProps = { kind: keyof typeof WORDS; person: HeldPerson; deciding: Deciding }

function Decide({ kind, person: { id, email }, deciding }: DecideProps) {
  const [label, done] = WORDS[kind]
  return (
    <button
      type="button"
      aria-label={`${label} ${email}`}
      aria-disabled={deciding.isBusy}
      onClick={() => void deciding.decide({ kind, select: { ids: [id] } }, `${done}: ${email}`)}
      className={buttonStyle('quiet', 'tool-button')}
    >
      {label}
    </button>
  )
}

function inOne(reasons: string[]): string {
  return new Intl.ListFormat('en-GB').format(reasons)
}
