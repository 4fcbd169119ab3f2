import type { View } from './view.ts'

/** All time, because the line has people from every date. */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}
