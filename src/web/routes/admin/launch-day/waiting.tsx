import { Fragment, type ReactNode } from 'react'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useNow } from '../state/use-now.ts'
import { agoOf } from '../ui/ago.ts'
import { Panel } from '../ui/panel.tsx'
import { At } from './at.tsx'

type Line = { value: number; unit: readonly [one: string, several: string]; words: ReactNode }

const MAILS = ['mail', 'mails'] as const

/** Mails, seats and people that are pending, each with the reason. */
export function Waiting({ day }: { day: LaunchDay }) {
  const lines = useLines(day).filter(({ value }) => value > 0)
  return (
    <Panel title="Pending" className="day-waiting">
      {lines.length === 0 ? (
        <p className="text-muted">
          {day.product?.unredeemed === 0
            ? 'Nothing. Every mail has left, and everybody who accepted has arrived.'
            : 'Nothing. Every mail has left.'}
        </p>
      ) : (
        <dl className="day-lines">
          {lines.map(({ value, unit, words }, index) => (
            <Fragment key={index}>
              <dt>
                {grouped(value)} <span className="day-unit">{unit[value === 1 ? 0 : 1]}</span>
              </dt>
              <dd>{words}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function useLines({ mail, product, sums }: LaunchDay): Line[] {
  const now = useNow()
  const { leaving, held, retrying, next_at, last_minute, most_per_hour } = mail
  const next = next_at && (
    <>
      {' '}
      The next from <At date={next_at} />.
    </>
  )
  return [
    {
      value: sums.unpaced,
      unit: MAILS,
      words: 'Not before their wave begins, and at its pace.',
    },
    { value: leaving, unit: MAILS, words: `Leaving now. ${grouped(last_minute)} left in the last minute.` },
    {
      value: held,
      unit: MAILS,
      words: (
        <>
          Held by the mail budget: waves may send {grouped(most_per_hour)} mails an hour.{next}
        </>
      ),
    },
    { value: retrying, unit: MAILS, words: <>Retried until the mail server takes them.{next}</> },
    { value: sums.vacant, unit: ['seat', 'seats'], words: 'Free for the next in line.' },
    {
      value: product?.unredeemed ?? 0,
      unit: ['person', 'people'],
      words:
        product?.unredeemed_since &&
        `Accepted, and not in your product. The first accepted ${agoOf(product.unredeemed_since, now)} ago.`,
    },
  ]
}
