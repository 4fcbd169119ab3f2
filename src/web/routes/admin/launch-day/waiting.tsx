import { Fragment, type ReactNode } from 'react'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useNow } from '../../../ui/use-now.ts'
import { agoOf } from '../../../ui/ago.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Moment } from '../../../ui/moment.tsx'

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
            ? 'Nothing. All emails are sent, and everyone who accepted has arrived.'
            : 'Nothing. All emails are sent.'}
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
      The next from <Moment date={next_at} as="at" />.
    </>
  )
  return [
    {
      value: sums.unpaced,
      unit: MAILS,
      words: 'Scheduled by their wave.',
    },
    { value: leaving, unit: MAILS, words: `Sending. ${grouped(last_minute)} sent in the last minute.` },
    {
      value: held,
      unit: MAILS,
      words: (
        <>
          Held by your limit of {grouped(most_per_hour)} emails per hour for waves.{next}
        </>
      ),
    },
    { value: retrying, unit: MAILS, words: <>Retrying until your mail server accepts them.{next}</> },
    { value: sums.vacant, unit: ['seat', 'seats'], words: 'Free for the next in line.' },
    {
      value: product?.unredeemed ?? 0,
      unit: ['person', 'people'],
      words:
        product?.unredeemed_since &&
        `Accepted, but not in your product yet. The first accepted ${agoOf(product.unredeemed_since, now)} ago.`,
    },
  ]
}
