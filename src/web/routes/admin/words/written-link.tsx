import type { ChartItem } from '#shared/list/summary.ts'
import { OTHER } from '#shared/site/question.ts'
import { ViewLink } from '../view/view-link.tsx'
import { useView } from '../view/use-view.ts'
import { viewPath } from '../view/view.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** Shown below a ranking of choices if anybody chose Other: links to the texts that they typed. */
export function WrittenLink({ items }: { items: ChartItem[] }) {
  const [view, change] = useView()
  if (!items.some(({ name, value }) => name === OTHER && value > 0)) return null
  return (
    <ViewLink
      href={viewPath({ ...view, tab: 'words' })}
      onFollow={() => change({ tab: 'words' })}
      className={buttonClass('bare', 'mt-1 -ml-2 text-small')}
    >
      Read what they wrote under Other
    </ViewLink>
  )
}
