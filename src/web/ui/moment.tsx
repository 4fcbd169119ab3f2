import { agoOf } from './ago.ts'
import { Hint } from './hint.tsx'
import { type TimeStyle, useNamedTime, useOwnerTime } from './owner-time.ts'
import { useNow } from './use-now.ts'

const HALF_DAY_MS = 12 * 3_600_000

/** `ago`: the age. `at`: a time to come, with its zone. */
type MomentProps = { date: string; as?: TimeStyle | 'ago' | 'at' }

export function Moment({ date, as = 'ago' }: MomentProps) {
  if (as === 'ago') return <Ago date={date} />
  return as === 'at' ? <At date={date} /> : <Absolute date={date} as={as} />
}

function Ago({ date }: { date: string }) {
  const now = useNow()
  const full = useOwnerTime(date, 'full')
  return (
    <Hint text={full}>
      <time dateTime={date}>
        {agoOf(date, now)} ago<span className="sr-only">, {full}</span>
      </time>
    </Hint>
  )
}

/** Without the day while less than twelve hours away. */
function At({ date }: { date: string }) {
  const isNear = Math.abs(Date.parse(date) - useNow()) < HALF_DAY_MS
  return <time dateTime={date}>{useNamedTime(date, isNear ? 'time' : 'medium')}</time>
}

function Absolute({ date, as }: { date: string; as: TimeStyle }) {
  return <time dateTime={date}>{useOwnerTime(date, as)}</time>
}
