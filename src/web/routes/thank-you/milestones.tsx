import { type ReactNode, useId } from 'react'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import './milestones.css'

type MilestonesProps = {
  title: string
  milestones: readonly { friends: number; reward: string; given?: ReactNode }[]
  referrals?: number
}

export function Milestones({ title, milestones, referrals }: MilestonesProps) {
  const heading = useId()
  if (milestones.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="font-text text-small font-medium tracking-normal">
        {title}
      </h3>
      <ol className="milestones">
        {milestones.map(({ friends, reward, given }, index) => {
          const reached = referrals !== undefined && referrals >= friends
          return (
            <li key={index} className="milestone" data-reached={reached || undefined}>
              <span className="milestone-friends">
                <span aria-hidden="true">{friends}</span>
                <span className="sr-only">{fill(site().thankYou.milestone, { friends })} </span>
              </span>
              <p className="min-w-0">
                {reward}
                {referrals !== undefined && (
                  <span className="milestone-state">
                    {reached && <CheckIcon />}
                    {reached
                      ? site().place.card.reached
                      : fill(site().place.card.toGo, { friends: friends - referrals })}
                  </span>
                )}
                {given}
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
