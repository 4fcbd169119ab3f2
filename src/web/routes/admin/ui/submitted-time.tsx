import { HintedText } from './hinted-text.tsx'
import { agoOf } from './ago.ts'
import { useOwnerTime } from './owner-time.ts'

/** The age of a sign-up, with the full date on hover and for screen readers. */
export function SubmittedTime({ date, now }: { date: string; now: number }) {
  const full = useOwnerTime(date, 'full')
  return (
    <HintedText hint={full}>
      <time dateTime={date}>
        {agoOf(date, now)} ago<span className="sr-only">, {full}</span>
      </time>
    </HintedText>
  )
}
