import { useId, useState } from 'react'
import type { ReviewGroup, ReviewsPage } from '#shared/list/reviews.ts'
import { grouped } from '../../../ui/grouped.ts'
import { May } from '../session/may.tsx'
import { Evidence } from './evidence.tsx'
import { GroupPeople } from './group-people.tsx'
import { Outcomes } from './outcomes.tsx'
import { ReferrerHistory } from './referrer-history.tsx'
import type { Deciding } from './use-decision.ts'
import { WiderChoices } from './wider-choices.tsx'
import { adviceWords, gainWords, titleWords } from './words.ts'

const PARTS = [
  { part: 'people', label: 'One by one' },
  { part: 'wider', label: 'By code, domain or network' },
] as const
type Part = (typeof PARTS)[number]['part']

type ReviewCardProps = {
  group: ReviewGroup
  rates: ReviewsPage['rates']
  /** Nobody in the group waits for a decision any more. The card stays while its people are shown. */
  isOver: boolean
  /** The decision about the group on another screen, and who made it; null if there is none. */
  elsewhere: string | null
  deciding: Deciding
  onOpen: (id: string) => void
}

/** One group: the places that its people gained, the things that they share, their referrer, and their outcomes. */
export function ReviewCard({ group, rates, isOver, elsewhere, deciding, onOpen }: ReviewCardProps) {
  const id = useId()
  const [open, setOpen] = useState<Part | null>(null)
  // While the owner decides about people one by one, nothing above them may change its height.
  const [kept, setKept] = useState(group)
  const isOneByOne = open === 'people'
  const facts = isOneByOne ? kept : group
  // A group that this screen has decided disappears at once. A group that was decided elsewhere stays in place:
  // otherwise the next press could hit another group.
  const endedHere = useEndedHere(isOver, deciding)
  if (isOver && !isOneByOne && endedHere !== false && elsewhere === null) return null
  const ending = isOver && endedHere === false ? (elsewhere ?? 'Nothing is left to decide here.') : null

  function toggle(part: Part) {
    setKept(group)
    setOpen(open === part ? null : part)
  }

  return (
    <article
      aria-labelledby={id}
      data-one-by-one={isOneByOne || undefined}
      data-over={isOver || undefined}
      className="panel review-card"
    >
      <Head id={id} group={group} ending={ending} />
      <div className="review-facts">
        <Evidence group={facts} isOver={isOver} deciding={deciding} />
        <div className="review-aside">
          {group.referrer && <ReferrerHistory referrer={group.referrer} onOpen={onOpen} />}
          <Outcomes group={facts} rates={rates} />
        </div>
      </div>
      <PartButtons titleId={id} open={open} onToggle={toggle} />
      {isOneByOne && <GroupPeople group={group.id} deciding={deciding} onOpen={onOpen} />}
      {open === 'wider' && <WiderChoices group={group} deciding={deciding} />}
      <DecidedBefore outcomes={group.outcomes} />
    </article>
  )
}

/** Whether the decision that ended the group was made on this screen; null while it is not over. */
function useEndedHere(isOver: boolean, { isDeciding }: Deciding): boolean | null {
  const [endedHere, setEndedHere] = useState<boolean | null>(null)
  if (isOver !== (endedHere !== null)) setEndedHere(isOver ? isDeciding : null)
  return endedHere
}

/** `ending`: the reason why the group is over, unless this screen decided it. */
function Head({ id, group, ending }: { id: string; group: ReviewGroup; ending: string | null }) {
  return (
    <header>
      <h3 id={id} className="review-who">
        {titleWords(group)}
      </h3>
      <p className="review-gain">{ending ?? gainWords(group)}</p>
      <p className="text-muted">{adviceWords(group)}</p>
    </header>
  )
}

type PartButtonsProps = { titleId: string; open: Part | null; onToggle: (part: Part) => void }

function PartButtons({ titleId, open, onToggle }: PartButtonsProps) {
  return (
    <May needs="manager">
      <div className="review-more">
        {PARTS.map(({ part, label }) => (
          <button
            key={part}
            type="button"
            aria-expanded={open === part}
            aria-describedby={titleId}
            onClick={() => onToggle(part)}
            className="segment"
          >
            {label}
          </button>
        ))}
      </div>
    </May>
  )
}

function DecidedBefore({ outcomes: { accepted, rejected } }: Pick<ReviewGroup, 'outcomes'>) {
  if (accepted + rejected === 0) return null
  return (
    <p className="text-small text-muted">
      Decided before: {grouped(accepted)} accepted, {grouped(rejected)} rejected.
    </p>
  )
}
