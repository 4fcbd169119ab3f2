import { useInfiniteQuery } from '@tanstack/react-query'
import type { HeldPerson } from '#shared/reviews.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { SubmittedTime } from '../submissions/submitted-time.tsx'
import { useNow } from '../state/use-now.ts'
import { Email } from '../ui/email.tsx'
import { heldPeopleQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { ShowMore } from '../ui/show-more.tsx'

type HeldPeopleProps = { group: string; deciding: Deciding; onOpen: (id: string) => void }

/** The people of a group, to decide about one after the other. */
export function HeldPeople({ group, deciding, onOpen }: HeldPeopleProps) {
  const paged = useInfiniteQuery(heldPeopleQuery(group))
  const { data, isPending } = paged
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
                <Reasons reasons={person.reasons} />
              </div>
              <div className="held-buttons">
                <Decide kind="reject" person={person} deciding={deciding} />
                <Decide kind="accept" person={person} deciding={deciding} />
              </div>
            </li>
          ))}
      </ul>
      <ShowMore of={paged} className="justify-self-start" />
    </>
  )
}

/** The weightiest first. */
const MOST_AT_ONCE = 2

function Reasons({ reasons }: { reasons: string[] }) {
  const rest = reasons.slice(MOST_AT_ONCE)
  if (reasons.length === 0) return null
  return (
    <div className="text-small">
      <p>This person {reasons.slice(0, MOST_AT_ONCE).join(' and ')}.</p>
      {rest.length > 0 && (
        <details>
          <summary className="more-reasons">{rest.length} more</summary>
          <p>This person {new Intl.ListFormat('en-GB').format(rest)}.</p>
        </details>
      )}
    </div>
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
