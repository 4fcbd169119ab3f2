import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { QuestionChange } from '#shared/site/site-editing.ts'
import { call } from '../../../calls/call.ts'
import { Day } from '../../../ui/day.tsx'

const STALE_MS = 5 * 60_000
const changesQuery = {
  queryKey: ['question-changes'],
  queryFn: () => call(ROUTES.questionChanges).then(({ changes }) => changes),
  staleTime: STALE_MS,
}

/** Below the chart of a question: the dates on which its words changed, and the earlier words. */
export function QuestionChanges({ question }: { question: string }) {
  const { data = [] } = useQuery(changesQuery)
  const changes = data.filter((change) => change.question === question)
  if (changes.length === 0) return null
  return (
    <details className="mt-4 text-small text-muted">
      <summary className="cursor-pointer py-2">
        {changes.length === 1 ? 'Its words changed once' : `Its words changed ${changes.length} times`}, last on{' '}
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
