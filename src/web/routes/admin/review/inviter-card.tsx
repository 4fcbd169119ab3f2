import { type CSSProperties, useId, useState } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { FriendsOf, ReviewInviter, ReviewShare } from '#shared/list/reviews.ts'
import { isolated } from '#shared/values/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Person } from '../ui/person.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { May } from '../state/use-account.tsx'
import { ActQuestion, type Deciding, firstPress } from './decision.tsx'
import { ReviewPeople } from './review-people.tsx'
import { gainWords, linesOf, shareWords, titleWords } from './words.ts'

type InviterCardProps = {
  inviter: ReviewInviter
  /** Nobody waits for a decision any more. The card stays while its people are shown. */
  isOver: boolean
  elsewhere: string | null
  deciding: Deciding
}

export function InviterCard({ inviter, isOver, elsewhere, deciding }: InviterCardProps) {
  const heading = useId()
  const [open, setOpen] = useState<string | null>(null)
  // While the owner decides about people one by one, nothing above them may change its height.
  const [kept, setKept] = useState(inviter)
  if (isOver && open === null && elsewhere === null) return null
  const shown = open === null ? inviter : kept
  const all: Line = { key: 'all', people: shown.friends, words: 'in all', select: { inviter: shown.id } }
  const lines = [all, ...linesOf(shown).map((share) => lineOf(shown.id, share))]
  return (
    <article aria-labelledby={heading} data-over={isOver || undefined} className="panel review-card">
      <header>
        <h3
          id={heading}
          className="text-[clamp(1.25rem,1.1rem_+_0.7vw,1.625rem)] leading-[1.2] text-balance wrap-anywhere"
        >
          {titleWords(inviter)}
        </h3>
        <Person id={inviter.id} email={inviter.email} />
        <p className="mt-1.5 mb-1 text-[1.0625rem] font-semibold tabular-nums">
          {isOver ? (elsewhere ?? 'Nothing is left to decide here.') : gainWords(inviter)}
        </p>
        {inviter.accepted + inviter.rejected > 0 && (
          <p className="text-small text-muted">
            Decided before: {grouped(inviter.accepted)} accepted, {grouped(inviter.rejected)} rejected.
          </p>
        )}
      </header>
      <ul aria-label={`Friends of ${shown.email}`} className="evidence">
        {lines.map(({ key, people, words, select }) => (
          <li key={key} style={{ '--share': people / shown.friends } as CSSProperties}>
            <button
              type="button"
              className="person"
              aria-expanded={open === key}
              onClick={() => {
                setKept(inviter)
                setOpen(open === key ? null : key)
              }}
            >
              <strong>{grouped(people)}</strong> {words}
            </button>
            <May needs="manager">
              <Decide
                people={people}
                words={key === 'all' ? titleWords(shown) : `${grouped(people)} who ${words}, of ${titleWords(shown)}`}
                select={select}
                isOver={isOver || open !== null}
                deciding={deciding}
              />
            </May>
            {open === key && (
              <div className="review-behind">
                {select.of === 'domain' && <DomainRule domain={select.value!} deciding={deciding} />}
                <ReviewPeople select={select} deciding={deciding} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </article>
  )
}

type Line = { key: string; people: number; words: string; select: FriendsOf }

function lineOf(inviter: string, share: ReviewShare): Line {
  const { of, value, people } = share
  return { key: of, people, words: shareWords(share), select: { inviter, of, ...(value !== '' && { value }) } }
}

type DecideProps = { people: number; words: string; select: FriendsOf; isOver: boolean; deciding: Deciding }

export function Decide({ people, words, select, isOver, deciding }: DecideProps) {
  const these = people === 1 ? 'this one' : `these ${grouped(people)}`
  return (
    <div className="flex items-center gap-1">
      <ActQuestion
        label={`Reject ${these}`}
        about={words}
        title={`Reject ${words}?`}
        consequence="They get no emails and don’t count for anyone. You can undo this."
        request={{ kind: 'reject', select: { friends: select } }}
        done={`Rejected: ${words}`}
        people={people}
        disabled={isOver}
        deciding={deciding}
      />
      <Button
        kind="bare"
        aria-label={`Accept ${these}: ${words}`}
        aria-disabled={deciding.isBusy || isOver}
        onClick={firstPress(() => {
          if (isOver) return
          void deciding.decide({ kind: 'accept', select: { friends: select } }, `Accepted: ${words}`, { people })
        })}
      >
        Accept
      </Button>
    </div>
  )
}

function DomainRule({ domain, deciding }: { domain: string; deciding: Deciding }) {
  const choices = [
    { verdict: 'trust', label: 'Trust', consequence: 'Everybody there is accepted. Others who join get no mark.' },
    { verdict: 'refuse', label: 'Refuse', consequence: 'Everybody there is rejected. Others who join wait for you.' },
  ] as const
  return (
    <May needs="manager">
      <div className="flex flex-wrap gap-2">
        {choices.map(({ verdict, label, consequence }) => {
          const whom = `everybody at ${isolated(domain)}`
          const rule = { value: domain, verdict }
          return (
            <ActQuestion
              key={verdict}
              label={`${label} ${isolated(domain)}`}
              about={domain}
              title={`${label} ${whom}?`}
              consequence={`${consequence} It lasts until you end it.`}
              request={{ kind: 'trust-rule', rule, select: { domain } } satisfies ActRequest}
              done={`${label}: ${whom}`}
              deciding={deciding}
            />
          )
        })}
      </div>
    </May>
  )
}
