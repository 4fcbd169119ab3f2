import { useQuery } from '@tanstack/react-query'
import { choiceFilterOf, type Filters } from '#shared/list/filters.ts'
import type { ChartItem, Figures, Funnel } from '#shared/list/summary.ts'
import { isShown, shownQuestions } from '#shared/site/questions.ts'
import { BarChart, PieChart } from '../charts/bar-and-pie.tsx'
import { ChartMark, EmptyChart, isEmptyChart, type ItemFilter, offered, PickButton } from '../charts/chart.tsx'
import { TimelinePanel } from '../charts/timeline-panel.tsx'
import { FunnelPanel } from './funnel-panel.tsx'
import { TopReferrers, useFirst } from './top-referrers.tsx'
import { referrersQuery } from '../state/queries.ts'
import { type FirstQuestion, onlyShown, wordsFor } from '../state/first-questions.ts'
import { useLatest } from '../state/use-figures.ts'
import { percent } from '../ui/words.ts'
import { goTo } from '../state/use-view.tsx'
import { WrittenLink } from '../charts/written-link.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Empty, notLoaded, Panel } from '../../../ui/panel.tsx'

type OverviewTabProps = {
  figures: Figures
  funnel: Funnel | null
  languages: ChartItem[]
  filters: Partial<Filters>
}

export function OverviewTab({ figures, funnel, languages, filters }: OverviewTabProps) {
  const referrers = useQuery(referrersQuery(filters))
  const shown = useLatest(referrers.data)
  return (
    <>
      <TimelinePanel timeline={figures.timeline} onChange={goTo} />
      {isShown('job_industry') && (
        <Panel title={wordsFor('job_industry', 'Industry Distribution')}>
          {isEmptyChart(figures.industries) ? (
            <EmptyChart kind="pie">No submissions found</EmptyChart>
          ) : (
            <PieChart
              title={wordsFor('job_industry', 'Industry Distribution')}
              items={figures.industries}
              total={figures.totalSignups}
              offered={offered().industries}
              filter="industry"
            />
          )}
        </Panel>
      )}
      <div className="columns empty:hidden">
        {listsOf(figures).map(({ title, items, filter }) => (
          <Panel key={filter} title={title}>
            <RankedList items={items} filter={filter} />
            <WrittenLink items={items} />
          </Panel>
        ))}
      </div>
      <FunnelPanel funnel={funnel} />
      <div className="columns columns-even">
        <Panel title="Where sign-ups come from">
          <Sources origins={figures.origins} sources={figures.sources} />
          <Languages items={languages} />
        </Panel>
        <Panel
          title="Who brought the most friends"
          note="Friends who joined in this period and count towards a place. Friends who are still waiting to count are in each profile. Other filters apply to the people listed here."
        >
          {shown ? (
            <TopReferrers referrers={shown.referrers} />
          ) : (
            <Empty isSmall>{referrers.isPending ? 'Loading data...' : notLoaded('This list')}</Empty>
          )}
        </Panel>
      </div>
    </>
  )
}

type List = { title: string; items: ChartItem[]; filter: ItemFilter; question?: FirstQuestion }

/** Further questions are under Detailed Charts. They are here, too, if the list asks nothing of what stands here usually. */
function listsOf({ problems, goals, choices }: Figures): List[] {
  const usual = onlyShown<List>([
    { title: wordsFor('problems', 'Top Challenges'), items: problems, filter: 'problem', question: 'problems' },
    { title: wordsFor('goals', 'Top Goals'), items: goals, filter: 'goal', question: 'goals' },
  ])
  if (usual.length > 0 || isShown('job_industry')) return usual
  return shownQuestions().flatMap(({ name, label }) => {
    const items = choices.find(({ question }) => question === name)?.items
    return items ? { title: label, items, filter: choiceFilterOf(name) as ItemFilter } : []
  })
}

function RankedList({ items, filter }: { items: ChartItem[]; filter: ItemFilter }) {
  const chosen = items.filter(({ value }) => value > 0)
  const { shown, toggle } = useFirst(chosen)
  if (chosen.length === 0) return <EmptyChart kind="bars">No submissions found</EmptyChart>

  return (
    <>
      <ol className="ranked">
        {shown.map((item) => (
          <ChartMark key={item.name} item={item} filter={filter}>
            <li className="pickable">
              <PickButton filter={filter} name={item.name} />
              <span className="tabular-nums font-semibold [&_span]:font-normal">
                {grouped(item.value)} <span className="text-muted">({percent(item.percentage)})</span>
              </span>
              <svg aria-hidden="true" className="ranked-bar">
                <rect width={`${item.percentage}%`} height="100%" />
              </svg>
            </li>
          </ChartMark>
        ))}
      </ol>
      {toggle}
    </>
  )
}

function Languages({ items }: { items: ChartItem[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3 className="mt-5 text-body">By their language</h3>
      <BarChart title="By their language" items={items} offered={items.map(({ name }) => name)} filter="language" />
    </>
  )
}

function Sources({ origins, sources }: { origins: ChartItem[]; sources: ChartItem[] }) {
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
