import type { View } from './view.ts'

/**
 * The view change that shows the list in launch order from a place on. It covers all time, because the line has people
 * from every date.
 */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}
