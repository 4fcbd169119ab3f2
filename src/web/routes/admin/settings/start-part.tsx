import { Suspense } from 'react'
import { part } from '../../../loading/part.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import type { SectionProps } from '../view/use-view.ts'

const StartPage = part<SectionProps>(() => import('./start-page.tsx').then((chunk) => chunk.StartPage))

/** An owner needs it once, so it is loaded separately. */
export function StartPart(props: SectionProps) {
  return (
    <Suspense fallback={<Empty>Loading…</Empty>}>
      <StartPage {...props} />
    </Suspense>
  )
}
