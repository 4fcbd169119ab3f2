import type { ReactNode } from 'react'
import { choiceFilterOf } from '#shared/filters.ts'
import { choicesOf, furtherChoiceQuestions } from '#shared/questions.ts'
import type { ChartItem, Figures } from '#shared/summary.ts'
import { BarChart } from './bar-chart.tsx'
import { EmptyChart } from './empty-chart.tsx'
import { isEmptyChart } from './tones.ts'
import { offered } from './offered.ts'
import { PieChart } from './pie-chart.tsx'
import { Panel } from '../ui/panel.tsx'

const TOP = 5

export function ChartsTab({ figures }: { figures: Figures }) {
  const { totalSignups, providers, prices, industries, problems, choices } = figures
  return (
    <>
      <div className="columns columns-even">
        <ChartPanel title="Provider Type Distribution" kind="pie" items={providers}>
          <PieChart
            title="Provider Type Distribution"
            items={providers}
            total={totalSignups}
            offered={offered().providers}
            filter="solo"
          />
        </ChartPanel>
        <ChartPanel title="Price Range Distribution" kind="bars" items={prices}>
          <BarChart title="Price Range Distribution" items={prices} offered={offered().prices} filter="price" />
        </ChartPanel>
      </div>
      <div className="columns columns-even">
        <ChartPanel title="Top Industries" kind="bars" items={industries}>
          <BarChart
            title="Top Industries"
            items={industries.slice(0, TOP)}
            offered={offered().industries}
            filter="industry"
          />
        </ChartPanel>
        <ChartPanel title="Top Challenges" kind="bars" items={problems}>
          <BarChart
            title="Top Challenges"
            items={problems.slice(0, TOP)}
            offered={offered().problems}
            filter="problem"
          />
        </ChartPanel>
      </div>
      {furtherChoiceQuestions().length > 0 && (
        <div className="columns columns-even">
          {furtherChoiceQuestions().map((question) => {
            const items = choices.find((each) => each.question === question.name)?.items ?? []
            return (
              <ChartPanel key={question.name} title={question.label} kind="bars" items={items}>
                <BarChart
                  title={question.label}
                  items={items}
                  offered={choicesOf(question).map(({ value }) => value)}
                  filter={choiceFilterOf(question.name)}
                />
              </ChartPanel>
            )
          })}
        </div>
      )}
    </>
  )
}

type ChartPanelProps = { title: string; kind: 'pie' | 'bars'; items: ChartItem[]; children: ReactNode }

function ChartPanel({ title, kind, items, children }: ChartPanelProps) {
  return (
    <Panel title={title}>
      {isEmptyChart(items) ? <EmptyChart kind={kind}>No submissions found</EmptyChart> : children}
    </Panel>
  )
}
