import { Suspense } from 'react'
import { part } from '../../../loading/part.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { Empty } from '../../../ui/query-state.tsx'

/** Few visits to the dashboard need this page, so it is loaded separately. */
const SiteView = part<SectionProps>(() => import('./site-view.tsx').then((chunk) => chunk.SiteView))

export function SitePage(props: SectionProps) {
  return (
    <Suspense fallback={<Empty>Loading data...</Empty>}>
      <SiteView {...props} />
    </Suspense>
  )
}
