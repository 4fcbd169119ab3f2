import type { ChartItem } from '#shared/list/summary.ts'
import { everyStoredQuestion, OTHER, otherOf, writtenAnswers } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { ViewLink } from '../state/use-view.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** If anybody chose Other. */
export function WrittenLink({ items }: { items: ChartItem[] }) {
  if (!items.some(({ name, value }) => name === OTHER && value > 0)) return null
  return (
    <ViewLink
      to={{ tab: 'words' }}

      className={buttonClass('bare', 'mt-1 -ml-2 text-small')}
    >
      Read what they wrote under Other
    </ViewLink>
  )
}

export const labelledAnswers = perSite(() =>
  writtenAnswers().map((name) => {
    const question = everyStoredQuestion().find((question) => question.name === name || otherOf(question) === name)!
    return { name, title: question.name === name ? question.label : `${question.label}: Other` }
  }),
)
