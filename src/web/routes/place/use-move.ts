import { useState } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '../../ui/ordinal.ts'

/**
 * A change of the place while it is shown, in words. `now`: the place after the change. `number`: the number of the
 * change.
 */
export type LiveMove = { number: number; text: string; now: string }

/** Null until the place changes while it is shown. */
export function useMove(place: Place): LiveMove | null {
  const [seen, setSeen] = useState<{ place: Place; move: LiveMove | null }>({ place, move: null })
  if (seen.place !== place) {
    const text = moveBetween(seen.place, place)
    const number = (seen.move?.number ?? 0) + 1
    setSeen({ place, move: text ? { number, text, now: nowAt(place) } : seen.move })
  }
  return seen.move
}

function moveBetween(before: Place, after: Place): string | null {
  const places = before.position - after.position
  if (places > 0) return fill(site().place.moved.up, { places })
  return before.place_in_line === after.place_in_line && places === 0 ? null : site().place.moved.line
}

function nowAt({ position, place_in_line }: Place): string {
  const { now, nowInLine } = site().place.moved
  const number = `#${grouped(position)}`
  if (place_in_line === null) return fill(now, { position: number })
  return fill(nowInLine, { position: number, line: ordinal(place_in_line) })
}
