import type { CSSProperties } from 'react'
import type { ReviewGroup, ReviewLine } from '#shared/list/reviews.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { May } from '../session/may.tsx'
import { firstPress } from './first-press.ts'
import type { Deciding } from './use-decision.ts'
import { lineWords, titleWords } from './words.ts'

type EvidenceProps = { group: ReviewGroup; isOver: boolean; deciding: Deciding }

/**
 * The things that the people of a group share, the most frequent first, each with its count and the buttons to decide.
 */
export function Evidence({ group, ...rest }: EvidenceProps) {
  const [all, some] = [true, false].map((isAll) =>
    group.lines.filter(({ people }) => (people === group.people) === isAll),
  )
  return (
    <ul aria-label="What they share" className="evidence">
      {[all!, ...some!.map((line) => [line])].map((lines) => (
        <Line key={lines[0]!.id} group={group} lines={lines} {...rest} />
      ))}
    </ul>
  )
}

/** One line of evidence, or several lines that apply to the same people. */
function Line({ group, lines, ...rest }: EvidenceProps & { lines: ReviewLine[] }) {
  const [line] = lines as [ReviewLine]
  const told = new Intl.ListFormat('en-GB').format(lines.map(lineWords))
  const count = `${line.people === group.people && line.people > 1 ? 'All ' : ''}${grouped(line.people)}`
  return (
    <li style={{ '--share': line.people / group.people } as CSSProperties}>
      <p>
        <strong>{count}</strong> {told}
      </p>
      <May needs="manager">
        <LineButtons group={group} line={line} told={told} {...rest} />
      </May>
    </li>
  )
}

/** The Reject button, and a less visible Accept button beside it. */
function LineButtons({ group, line, told, isOver, deciding }: EvidenceProps & { line: ReviewLine; told: string }) {
  const these = line.people === 1 ? 'this one' : `these ${grouped(line.people)}`
  const select = { group: group.id, ...(line.id !== group.id && { line: line.id }) }
  const who = line.id === group.id ? titleWords(group) : `${grouped(line.people)} who ${told}, of ${titleWords(group)}`
  const decide = (kind: 'reject' | 'accept') =>
    deciding.decide({ kind, select }, `${kind === 'reject' ? 'Rejected' : 'Accepted'}: ${who}`, { people: line.people })
  return (
    <div className="evidence-buttons">
      {(['reject', 'accept'] as const).map((kind) => {
        const label = kind === 'reject' ? `Reject ${these}` : 'Accept'
        return (
          <button
            key={kind}
            type="button"
            aria-label={`${kind === 'reject' ? 'Reject' : 'Accept'} ${these}: ${told}`}
            aria-disabled={deciding.isBusy || isOver}
            onClick={firstPress(() => !isOver && void decide(kind))}
            className={buttonStyle(kind === 'reject' ? 'quiet' : 'bare', 'tool-button')}
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}
