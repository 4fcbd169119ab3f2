import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FriendsOf, ReviewPerson } from '#shared/list/reviews.ts'
import { isolated } from '#shared/values/language.ts'
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx'
import { Moment } from '../../../ui/time.tsx'
import { Person } from '../ui/person.tsx'
import { type Deciding, firstPress } from './decision.tsx'
import { reviewPeopleQuery, personActsQuery } from '../state/queries.ts'
import { ShowMore } from '../ui/section-head.tsx'
import { isDecision, useKept } from './use-others.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { actWords } from '../entries/act-words.ts'
import { useAccount } from '../state/use-account.tsx'
import { byWords } from './words.ts'

type Kind = 'reject' | 'accept'
type Verdict = { kind: Kind; actId: string }

/**
 * The people behind a number, for decisions one by one. All keep their rows, even after a decision: otherwise a second press
 * would decide about the next person.
 */
export function ReviewPeople({ select, deciding }: { select: FriendsOf; deciding: Deciding }) {
  const paged = useInfiniteQuery(reviewPeopleQuery(select))
  const { data, isPending } = paged
  const waiting = useMemo(() => data?.pages.flatMap(({ people }) => people) ?? [], [data])
  const shown = useKept(waiting)
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map())
  if (!data) return <Empty isSmall>{isPending ? 'Loading data...' : notLoaded('These people')}</Empty>

  async function decide(kind: Kind, { id, email }: ReviewPerson) {
    const made = await deciding.decide({ kind, select: { ids: [id] } }, `${WORDS[kind].done}: ${isolated(email)}`)
    const act = made?.act
    if (act && act.changed > 0) setVerdicts((others) => new Map(others).set(id, { kind, actId: act.id }))
  }

  return (
    <>
      <ul className="held-people">
        {shown.map((person) => {
          const isWaiting = waiting.includes(person)
          return (
            <li key={person.id} data-decided={!isWaiting || undefined}>
              <div className="min-w-0">
                <Person id={person.id} email={person.email} />{' '}
                <span className="text-small text-muted max-tablet:hidden">
                  <Moment date={person.at} />
                </span>
                {person.reasons.length > 0 ? (
                  <Reasons reasons={person.reasons} />
                ) : (
                  <p className="text-small">{isWaiting ? stateWords(person) : 'Decided'}</p>
                )}
              </div>
              <HeldButtons
                person={person}
                isWaiting={isWaiting}
                verdict={verdicts.get(person.id)}
                deciding={deciding}
                onDecide={(kind) => decide(kind, person)}
              />
            </li>
          )
        })}
      </ul>
      <ShowMore of={paged} className="justify-self-start" />
    </>
  )
}

function stateWords({ counts, has_confirmed }: ReviewPerson): string {
  if (counts) return 'Counts'
  return has_confirmed ? 'Beyond ten at one domain: waits for you to look' : 'Waits until they confirm'
}

/** Shows the first reason. The others are folded, because most people of a group have the same reasons. */
function Reasons({ reasons: [first, ...rest] }: { reasons: string[] }) {
  if (first === undefined) return null
  const weightiest = first.charAt(0).toUpperCase() + first.slice(1)
  if (rest.length === 0) return <p className="text-small">{weightiest}</p>
  return (
    <details className="reasons text-small [&_summary]:w-fit [&_summary]:min-h-6 [&_summary]:cursor-pointer">
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

type HeldButtonsProps = {
  person: ReviewPerson
  isWaiting: boolean
  verdict: Verdict | undefined
  deciding: Deciding
  onDecide: (kind: Kind) => void
}

/**
 * The buttons Reject and Accept. After a press, the pressed button shows the decision, and Undo replaces the other
 * button. On a phone, icons replace the words, so that many people fit on the screen.
 */
function HeldButtons({ person: { id, email }, isWaiting, verdict, deciding, onDecide }: HeldButtonsProps) {
  const { isBusy } = deciding
  if (!isWaiting && !verdict && !isBusy) return <DecidedElsewhere id={id} />
  return (
    <div className="held-buttons">
      {(['reject', 'accept'] as const).map((kind) => {
        const { label, done, Icon } = WORDS[kind]
        if (!isWaiting && verdict && verdict.kind !== kind) {
          return <UndoButton key="undo" email={email} verdict={verdict} deciding={deciding} />
        }
        const words = !isWaiting && verdict ? done : label
        return (
          <Button
            key={kind}
            aria-label={`${words} ${email}`}
            aria-disabled={isBusy || !isWaiting}
            data-done={words === done || undefined}
            onClick={firstPress(() => isWaiting && onDecide(kind))}
          >
            <span className="tablet:hidden">
              <Icon />
            </span>
            <span className="max-tablet:hidden">{words}</span>
          </Button>
        )
      })}
    </div>
  )
}

type UndoButtonProps = { email: ReviewPerson['email']; verdict: Verdict; deciding: Deciding }

function UndoButton({ email, verdict: { kind, actId }, deciding: { isBusy, undo } }: UndoButtonProps) {
  const undone = WORDS[kind].done
  return (
    <Button
      kind="bare"
      aria-label={`Undo: ${undone} ${email}`}
      busy={isBusy}
      onClick={firstPress(({ currentTarget }) => {
        // The Undo button disappears, so the focus moves on.
        currentTarget.closest('li')?.querySelector('button')?.focus()
        void undo(actId, `Undone: ${undone}: ${isolated(email)}`)
      })}
    >
      Undo
    </Button>
  )
}

function DecidedElsewhere({ id }: { id: string }) {
  const own = useAccount()
  const { data } = useQuery(personActsQuery(id))
  const act = data?.acts.find(isDecision)
  return (
    <p className="text-small text-muted">
      {act?.account ? `${actWords(act)} by ${byWords(act.account, own)}` : 'Decided elsewhere'}
    </p>
  )
}
