import type { ChartItem } from '#shared/list/summary.ts'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { percent } from '../ui/percent.ts'

const handle = Tooltip.createHandle<ChartItem>()

/** Wraps one mark of a chart. The chart's table repeats the tooltip's text, so the mark takes no focus. */
export function ChartMark({ item, children }: { item: ChartItem; children: ReactElement }) {
  return <Tooltip.Trigger handle={handle} payload={item} delay={0} render={children} />
}

/** The tooltip for the mark under the pointer. One tooltip serves all charts of the page. */
export function ChartTooltip() {
  return (
    <Tooltip.Root handle={handle} trackCursorAxis="both">
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={12} className="z-10">
            <Tooltip.Popup className="hint">
              {payload && (
                <>
                  <strong>{payload.name}</strong>
                  <span>Count: {grouped(payload.value)}</span>
                  <span>Percentage: {percent(payload.percentage)}</span>
                </>
              )}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
