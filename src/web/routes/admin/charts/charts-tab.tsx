import { useQuery } from '@tanstack/react-query'
import { choiceFilterOf } from '#shared/list/filters.ts'
import type { Figures } from '#shared/list/summary.ts'
import { ROUTES } from '#shared/routes.ts'
import { offeredBy, shownQuestions } from '#shared/site/questions.ts'
import type { QuestionChange } from '#shared/site/site-editing.ts'
import { call } from '../../../calls/call.ts'
import { BarChart, PieChart } from './bar-and-pie.tsx'
import { EmptyChart, isEmptyChart, offered } from './chart.tsx'
import { type FirstQuestion, onlyShown, wordsFor } from '../state/first-questions.ts'
import { Day } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/panel.tsx'

const TOP = 5

export function ChartsTab({ figures }: { figures: Figures }) {
  const { totalSignups, providers, prices, industries, problems, choices } = figures
  const ofTheList = onlyShown<ChartPanelProps & { question: FirstQuestion }>([
    {
      title: 'Provider Type Distribution',
      question: 'is_solo_provider',
      items: providers,
      total: totalSignups,
      offered: offered().providers,
      filter: 'solo',
    },
    {
      title: 'Price Range Distribution',
      question: 'price_range',
      items: prices,
      offered: offered().prices,
      filter: 'price',
    },
    {
      title: wordsFor('job_industry', 'Top Industries'),
      question: 'job_industry',
      items: industries,
      most: TOP,
      offered: offered().industries,
      filter: 'industry',
    },
    {
      title: wordsFor('problems', 'Top Challenges'),
      question: 'problems',
      items: problems,
      most: TOP,
      offered: offered().problems,
      filter: 'problem',
    },
  ])
  const further = shownQuestions().flatMap((question): ChartPanelProps[] => {
    const { name, label } = question
    const items = choices.find((each) => each.question === name)?.items
    const offered = offeredBy(question).map(({ value }) => value)
    return items ? [{ title: label, question: name, items, offered, filter: choiceFilterOf(name) }] : []
  })
  return (
    <div className="columns columns-even">
      {[...ofTheList, ...further].map((chart) => (
        <ChartPanel key={chart.question} {...chart} />
      ))}
    </div>
  )
}

/** `total`: of a pie. `most`: of a list that shows only its first. */
type ChartPanelProps = Parameters<typeof BarChart>[0] & { question: string; total?: number; most?: number }

function ChartPanel({ question, total, most, ...chart }: ChartPanelProps) {
  const { title, items } = chart
  return (
    <Panel title={title}>
      {isEmptyChart(items) ? (
        <EmptyChart kind={total === undefined ? 'bars' : 'pie'}>No submissions found</EmptyChart>
      ) : total === undefined ? (
        <BarChart {...chart} items={items.slice(0, most)} />
      ) : (
        <PieChart {...chart} total={total} />
      )}
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
