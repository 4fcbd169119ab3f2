import { useId, useState } from 'react'
import type { ReviewGroup } from '#shared/reviews.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { May } from '../session/may.tsx'
import { Evidence } from './evidence.tsx'
import { firstPress } from './first-press.ts'
import { HeldPeople } from './held-people.tsx'
import { ReferrerHistory } from './referrer-history.tsx'
import type { Deciding } from './use-decision.ts'
import { WiderChoices } from './wider-choices.tsx'
import { acceptWords, rejectWords, titleWords } from './words.ts'

const PARTS = [
  { part: 'people', label: 'One by one' },
  { part: 'wider', label: 'By code, domain or network' },
] as const
type Part = (typeof PARTS)[number]['part']

type ReviewCardProps = {
  group: ReviewGroup
  /** Nobody of the group is left to decide about. It stays while its people are shown, so that nothing moves. */
  isOver: boolean
  deciding: Deciding
  onOpen: (id: string) => void
}

/** One group: what they have in common, whose friends they are, and what each choice does to the queue. */
export function ReviewCard({ group, isOver, deciding, onOpen }: ReviewCardProps) {
  const id = useId()
  const [open, setOpen] = useState<Part | null>(null)
  const { who, reasons } = titleWords(group)
  const all = group.entries === 1 ? '' : ` all ${grouped(group.entries)}`
  const decide = (kind: 'reject' | 'accept') =>
    deciding.decide({ kind, select: { group: group.id } }, `${kind === 'reject' ? 'Rejected' : 'Accepted'}: ${who}`, {
      people: group.entries,
    })
  if (isOver && open !== 'people') return null

  return (
    <article aria-labelledby={id} className="panel review-card">
      <h3 id={id} className="review-who">
        {who}
        {reasons && <span className="review-reasons">{reasons}</span>}
      </h3>
      <div className="review-facts">
        <Evidence group={group} />
        {group.referrer && <ReferrerHistory referrer={group.referrer} onOpen={onOpen} />}
      </div>
      <May needs="manager">
        <ul className="review-choices">
          <li>
            <p>{rejectWords(group)}</p>
            <button
              type="button"
              aria-disabled={deciding.isBusy || isOver}
              aria-describedby={id}
              onClick={firstPress(() => !isOver && void decide('reject'))}
              className={buttonStyle('primary', 'tool-button')}
            >
              Reject{all}
            </button>
          </li>
          <li>
            <p>{acceptWords(group)}</p>
            <button
              type="button"
              aria-disabled={deciding.isBusy || isOver}
              aria-describedby={id}
              onClick={firstPress(() => !isOver && void decide('accept'))}
              className={buttonStyle('quiet', 'tool-button')}
            >
              Accept{all}
            </button>
          </li>
        </ul>
        <div className="review-more">
          {PARTS.map(({ part, label }) => (
            <button
              key={part}
              type="button"
              aria-expanded={open === part}
              aria-describedby={id}
              onClick={() => setOpen(open === part ? null : part)}
              className="segment"
            >
              {label}
            </button>
          ))}
        </div>
      </May>
      {open === 'people' && <HeldPeople group={group.id} deciding={deciding} onOpen={onOpen} />}
      {open === 'wider' && <WiderChoices group={group} deciding={deciding} />}
    </article>
  )
}
