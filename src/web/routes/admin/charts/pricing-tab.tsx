import type { Figures } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { BarChart, PieDrawing, Swatch } from './bar-and-pie.tsx'
import { EmptyChart, isEmptyChart, offered, PickButton, toneOf } from './chart.tsx'
import { percent } from '../ui/words.ts'
import { Panel } from '../../../ui/panel.tsx'

export function PricingTab({ figures: { prices, totalSignups } }: { figures: Figures }) {
  if (isEmptyChart(prices)) {
    return (
      <Panel title="Price Range Preferences">
        <EmptyChart kind="bars">
          No pricing data available yet. This chart will populate as users complete the form.
        </EmptyChart>
      </Panel>
    )
  }
  return (
    <Panel title="Price Range Preferences" note="What people would pay a month.">
      <BarChart title="How many chose each price range" items={prices} offered={offered().prices} filter="price" />
      <div className="pie">
        <PieDrawing items={prices} total={totalSignups} offered={offered().prices} filter="price" />
        <table className="figures">
          <caption className="sr-only">Price ranges</caption>
          <thead>
            <tr>
              <th scope="col">Price Range</th>
              <th scope="col">Count</th>
              <th scope="col">Percentage</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ name, value, percentage }) => (
              <tr key={name} className="pickable">
                <th scope="row">
                  <Swatch tone={toneOf(name, offered().prices)} />
                  <PickButton filter="price" name={name} />
                </th>
                <td>{grouped(value)}</td>
                <td>{percent(percentage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
