import { useState } from 'react'
import { place as words } from '#site/place.ts'
import type { Place } from '#shared/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '../../ui/ordinal.ts'

/** What has just changed in front of the visitor's eyes, in words. Each has a number of its own. */
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
  if (places > 0) return words.moved.up(places)
  return before.place_in_line === after.place_in_line && places === 0 ? null : words.moved.line
}

function nowAt({ position, place_in_line }: Place): string {
  return words.moved.now(`#${grouped(position)}`, place_in_line === null ? null : ordinal(place_in_line))
}
