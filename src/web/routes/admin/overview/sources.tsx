import type { ChartItem } from '#shared/list/summary.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { isEmptyChart } from '../charts/tones.ts'
import { useFirst } from './use-first.tsx'

/** Sign-ups with and without a friend's code, and the sources that links named. Shows four of these at first. */
export function Sources({ origins, sources }: { origins: ChartItem[]; sources: ChartItem[] }) {
  const { shown, toggle } = useFirst(sources)
  if (isEmptyChart(origins)) return <EmptyChart kind="bars">No submissions found</EmptyChart>
  return (
    <>
      <BarChart
        title="With a friend's code, or without"
        items={origins}
        offered={['Referral', 'Direct']}
        filter="referred"
      />
      {sources.length > 0 && (
        <>
          <h3 className="mt-5 text-body">By the source in their link</h3>
          <BarChart
            title="By the source in their link"
            items={shown}
            offered={sources.map(({ name }) => name)}
            filter="source"
          />
          {toggle}
        </>
      )}
    </>
  )
}
