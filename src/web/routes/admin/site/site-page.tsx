import { Suspense } from 'react'
import { part } from '../../../loading/part.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ChairNote } from '../ui/chair-note.tsx'

/** Few visits of the dashboard are for this, so it is fetched by itself. */
const SiteView = part<SectionProps>(() => import('./site-view.tsx').then((chunk) => chunk.SiteView))

export function SitePage(props: SectionProps) {
  return (
    <Suspense fallback={<ChairNote>Loading data...</ChairNote>}>
      <SiteView {...props} />
    </Suspense>
  )
}
