import { place as words } from '#site/place.ts'
import { timeOf } from '../../ui/moment.tsx'
import type { LiveState } from './follow-place.ts'

/** Whether what is shown is current. */
export function LiveSign({ live, asOf }: { live: LiveState; asOf: number }) {
  return (
    <output className="live-sign" data-live={live}>
      {live === 'lost' ? words.live.lost(timeOf(asOf)) : words.live[live]}
    </output>
  )
}
