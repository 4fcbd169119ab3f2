import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { choiceFilterOf } from '#shared/list/filters.ts'
import type { ChartItem, Figures } from '#shared/list/summary.ts'
import { ROUTES } from '#shared/routes.ts'
import { isShown, offeredBy, shownQuestions } from '#shared/site/questions.ts'
import type { QuestionChange } from '#shared/site/site-editing.ts'
import { call } from '../../../calls/call.ts'
import { BarChart, PieChart } from './bar-and-pie.tsx'
import { EmptyChart, isEmptyChart, offered } from './chart.tsx'
import { wordsFor } from '../state/first-questions.ts'
import { Day } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/panel.tsx'

const TOP = 5

export function ChartsTab({ figures }: { figures: Figures }) {
  const { totalSignups, providers, prices, industries, problems, choices } = figures
  const [industry, challenges] = [wordsFor('job_industry', 'Top Industries'), wordsFor('problems', 'Top Challenges')]
  return (
    <div className="columns columns-even">
      {isShown('is_solo_provider') && (
        <ChartPanel title="Provider Type Distribution" kind="pie" question="is_solo_provider" items={providers}>
          <PieChart
            title="Provider Type Distribution"
            items={providers}
            total={totalSignups}
            offered={offered().providers}
            filter="solo"
          />
        </ChartPanel>
      )}
      {isShown('price_range') && (
        <ChartPanel title="Price Range Distribution" kind="bars" question="price_range" items={prices}>
          <BarChart title="Price Range Distribution" items={prices} offered={offered().prices} filter="price" />
        </ChartPanel>
      )}
      {isShown('job_industry') && (
        <TopPanel
          title={industry}
          question="job_industry"
          items={industries}
          offered={offered().industries}
          filter="industry"
        />
      )}
      {isShown('problems') && (
        <TopPanel
          title={challenges}
          question="problems"
          items={problems}
          offered={offered().problems}
          filter="problem"
        />
      )}
      {shownQuestions().map((question) => {
        const items = choices.find((each) => each.question === question.name)?.items
        if (!items) return null
        return (
          <ChartPanel key={question.name} title={question.label} kind="bars" question={question.name} items={items}>
            <BarChart
              title={question.label}
              items={items}
              offered={offeredBy(question).map(({ value }) => value)}
              filter={choiceFilterOf(question.name)}
            />
          </ChartPanel>
        )
      })}
    </div>
  )
}

function TopPanel({ title, question, items, ...chart }: Parameters<typeof BarChart>[0] & { question: string }) {
  return (
    <ChartPanel title={title} kind="bars" question={question} items={items}>
      <BarChart title={title} items={items.slice(0, TOP)} {...chart} />
    </ChartPanel>
  )
}

type ChartPanelProps = {
  title: string
  kind: 'pie' | 'bars'
  question: string
  items: ChartItem[]
  children: ReactNode
}

function ChartPanel({ title, kind, question, items, children }: ChartPanelProps) {
  return (
    <Panel title={title}>
      {isEmptyChart(items) ? <EmptyChart kind={kind}>No submissions found</EmptyChart> : children}
      <QuestionChanges question={question} />
    </Panel>
  )
}

const STALE_MS = 5 * 60_000
const changesQuery = {
  queryKey: ['question-changes'],
  queryFn: () => call(ROUTES.questionChanges).then(({ changes }) => changes),
  staleTime: STALE_MS,
}

function QuestionChanges({ question }: { question: string }) {
  const { data = [] } = useQuery(changesQuery)
  const changes = data.filter((change) => change.question === question)
  if (changes.length === 0) return null
  return (
    <details className="mt-4 text-small text-muted">
      <summary className="cursor-pointer py-2">
        {changes.length === 1 ? 'The wording changed once' : `The wording changed ${changes.length} times`}, last on{' '}
        <Day date={changes[0]!.at} />
      </summary>
      <ul className="mt-2 space-y-2">
        {changes.map((change, index) => (
          <li key={index}>
            <Day date={change.at} />: {inWords(change)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function inWords({ before, after }: QuestionChange): string {
  if (before === null) return `“${after}” was added.`
  if (after === null) return `“${before}” is no longer offered.`
  return `“${before}” became “${after}”.`
}
