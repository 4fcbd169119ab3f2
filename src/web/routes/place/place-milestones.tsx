import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import type { Place, PlaceMilestone } from '#shared/joining/place.ts'
import { dayOf } from '../../ui/day.tsx'
import { Milestones } from '../thank-you/milestones.tsx'

export function PlaceMilestones({ milestones, referrals }: Pick<Place, 'milestones' | 'referrals'>) {
  const shown = milestones.map(({ given, ...one }) => ({ ...one, given: given && <Given {...given} /> }))
  return <Milestones title={site().place.card.milestones} milestones={shown} referrals={referrals} />
}

function Given({ state, at, code, note }: NonNullable<PlaceMilestone['given']>) {
  const { rewards } = site().place.card
  if (code === null) return <span className="block text-small">{fill(rewards[state], { day: dayOf(at) })}</span>
  const [before, after] = rewards.code.split('{code}')
  return (
    <span className="block text-small">
      <span>{before}</span>
      <span dir="ltr" className="code">
        {code}
      </span>
      <span>{after}</span>
      {note !== '' && <span className="block text-muted">{note}</span>}
    </span>
  )
}
