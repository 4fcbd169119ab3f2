import { useInfiniteQuery } from '@tanstack/react-query'
import type { HeldPerson } from '#shared/reviews.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx'
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
                </button>{' '}
                <span className="text-small text-muted max-tablet:hidden">
                  <SubmittedTime date={person.at} now={now} />
                </span>
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

/** The weightiest in sight, and all of them on request: most people of a group have the same. */
function Reasons({ reasons: [first, ...rest] }: { reasons: string[] }) {
  if (first === undefined) return null
  const weightiest = first.charAt(0).toUpperCase() + first.slice(1)
  if (rest.length === 0) return <p className="text-small">{weightiest}</p>
  return (
    <details className="reasons">
      <summary>
        {weightiest}, and {rest.length} more
      </summary>
      <p>This person {new Intl.ListFormat('en-GB').format(rest)}.</p>
    </details>
  )
}

const WORDS = {
  reject: { label: 'Reject', done: 'Rejected', Icon: CloseIcon },
  accept: { label: 'Accept', done: 'Accepted', Icon: CheckIcon },
} as const

type DecideProps = { kind: keyof typeof WORDS; person: HeldPerson; deciding: Deciding }

/** On a phone a mark instead of a word, so that many people fit on the screen. */
function Decide({ kind, person: { id, email }, deciding }: DecideProps) {
  const { label, done, Icon } = WORDS[kind]
  return (
    <button
      type="button"
      aria-label={`${label} ${email}`}
      aria-disabled={deciding.isBusy}
      onClick={() => void deciding.decide({ kind, select: { ids: [id] } }, `${done}: ${email}`)}
      className={buttonStyle('quiet', 'tool-button max-tablet:px-3')}
    >
      <span className="tablet:hidden">
        <Icon />
      </span>
      <span className="max-tablet:hidden">{label}</span>
    </button>
  )
}
