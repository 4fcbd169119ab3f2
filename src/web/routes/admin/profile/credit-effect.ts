import type { Credit, FriendCounts } from '#shared/list/entry.ts'
import { grouped } from '../../../ui/grouped.ts'

/** The effect of a friend's credit, in words. */
export function effectOf({ state, moved, position }: Pick<Credit, 'state' | 'moved' | 'position'>): string {
  if (state === 'held') return 'held until you decide'
  if (state === 'waiting') return 'waits for a press in a mail'
  if (state === 'repeated') return 'another address of their mailbox counts'
  if (state === 'rejected') return 'not counted'
  if (moved === 0) return `counted, at #${grouped(position)} already`
  return `up ${grouped(moved)} ${moved === 1 ? 'place' : 'places'}, to #${grouped(position)}`
}

const WAITS: [keyof FriendCounts, one: string, many: string][] = [
  ['waiting', 'waits for a press in a mail', 'wait for a press in a mail'],
  ['held', 'waits for you', 'wait for you'],
  ['repeated', 'is another address of a friend', 'are other addresses of a friend'],
  ['rejected', 'is rejected', 'are rejected'],
]

/** For example '10 of 14 friends count: 3 wait for a press in a mail, 1 waits for you.' Null if all friends count. */
export function friendsWords(friends: FriendCounts): string | null {
  const { counted = 0 } = friends
  const all = Object.values(friends).reduce((sum, count) => sum + count, 0)
  if (counted === all) return null
  const others = WAITS.flatMap(([state, one, many]) => {
    const count = friends[state] ?? 0
    return count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`]
  })
  return `${grouped(counted)} of ${all === 1 ? '1 friend counts' : `${grouped(all)} friends count`}: ${others.join(', ')}.`
}
