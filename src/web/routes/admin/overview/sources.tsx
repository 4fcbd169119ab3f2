import type { ChartItem } from '#shared/summary.ts'
import { BarChart } from '../charts/bar-chart.tsx'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { isEmptyChart } from '../charts/tones.ts'

/** Sign-ups with and without a friend's code, and the sources that links named. */
export function Sources({ origins, sources }: { origins: ChartItem[]; sources: ChartItem[] }) {
  if (isEmptyChart(origins)) return <EmptyChart kind="bars">No submissions found</EmptyChart>
  return (
    <>
      <BarChart title="With a friend's code, or without" items={origins} offered={['Referral', 'Direct']} />
      {sources.length > 0 && (
        <>
          <h3 className="mt-5 text-body">By the source in their link</h3>
          <BarChart title="By the source in their link" items={sources} offered={sources.map(({ name }) => name)} />
        </>
      )}
    </>
  )
}
