import type { View } from './view.ts'

/** The list in launch order from a place on, of all time: the line has people from every date. */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}
