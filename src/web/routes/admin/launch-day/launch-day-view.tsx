import { queryOptions, useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { Gaps } from '../ui/gaps.tsx'
import { AcceptedList } from './accepted-list.tsx'
import { DayBoard } from './day-board.tsx'
import { DayWaves } from './day-waves.tsx'
import { Troubles } from './troubles.tsx'
import { Waiting } from './waiting.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'

const launchDayQuery = queryOptions({
  queryKey: ['launch-day'],
  queryFn: () => call(ROUTES.launchDay),
  // Sending a mail and opening a link cause no live event.
  refetchInterval: 3_000,
})

/** The live page for the day of a launch: who accepted, what is pending, and what fails. */
export function LaunchDayView({ view, onChange, onOpen }: Omit<SectionProps, 'syncing'>) {
  const { data: day, isPending, isError } = useQuery(launchDayQuery)
  return (
    <section aria-labelledby="launch-day" className="section-page">
      <SectionHead
        id="launch-day"
        title="Launch day"
        lead={day && <AsOf at={day.at} isLost={isError} />}
        back={
          <Button kind="text" onClick={() => onChange({ wave: null })}>
            All waves
          </Button>
        }
      />
      {day === undefined ? (
        <Empty>{isPending ? 'Loading data...' : 'This couldn’t be loaded. Trying again…'}</Empty>
      ) : day.waves.length === 0 ? (
        <>
          <Gaps gaps={day.gaps} view={view} onChange={onChange} />
          <Empty>No one has been invited yet. After your first wave, you’ll see here who accepts.</Empty>
        </>
      ) : (
        <div className="day">
          <DayBoard sums={day.sums} />
          <Troubles day={day} view={view} onChange={onChange} />
          <AcceptedList {...day} onOpen={onOpen} />
          <Waiting day={day} />
          <DayWaves waves={day.waves} onShow={(wave) => onChange({ wave })} />
        </div>
      )}
    </section>
  )
}

/** The time of the figures, and a notice if newer ones cannot be fetched. */
function AsOf({ at, isLost }: { at: string; isLost: boolean }) {
  const time = useOwnerTime(at, 'clock')
  return (
    <>
      <p className="text-muted" data-lost={isLost || undefined}>
        As of <time dateTime={at}>{time}</time>
      </p>
      <output className="day-lost">{isLost && 'The server cannot be reached. Trying again...'}</output>
    </>
  )
}
