import type { Credit, FriendCounts } from '#shared/list/entry.ts'
import { grouped } from '../../../ui/grouped.ts'
import { several } from '../ui/words.ts'

export function effectOf({ state, moved, position }: Pick<Credit, 'state' | 'moved' | 'position'>): string {
  if (state === 'look') return 'waits for you to look'
  if (state === 'confirm') return 'waits until they confirm'
  if (state === 'beyond') return 'beyond ten at one domain: waits for you to look'
  if (state === 'rejected') return 'rejected'
  if (moved === 0) return `counted (already #${grouped(position)})`
  return `up ${several(moved, 'place')}, to #${grouped(position)}`
}

const WAITS: [keyof FriendCounts, one: string, many: string][] = [
  ['confirm', 'waits until they confirm', 'wait until they confirm'],
  ['look', 'waits for you to look', 'wait for you to look'],
  ['beyond', 'is beyond ten at one domain', 'are beyond ten at one domain'],
  ['rejected', 'is rejected', 'are rejected'],
]

/** Null if all friends count. */
export function friendsWords(friends: FriendCounts): string | null {
  const { counted = 0 } = friends
  const all = Object.values(friends).reduce((sum, count) => sum + count, 0)
  if (counted === all) return null
  const others = WAITS.flatMap(([state, one, many]) => {
    const count = friends[state] ?? 0
    return count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`]
  })
  return `${grouped(counted)} of ${several(all, 'friend counts', 'friends count')}: ${others.join(', ')}.`
}
