import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { timeOf } from '../../ui/day.tsx'
import type { LiveState } from './follow-place.ts'

/** Shows whether the place on the screen is current. */
export function LiveSign({ live, asOf }: { live: LiveState; asOf: number }) {
  return (
    <output className="live-sign" data-live={live}>
      {live === 'lost' ? fill(site().place.live.lost, { time: timeOf(asOf) }) : site().place.live[live]}
    </output>
  )
}
