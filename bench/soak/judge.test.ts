import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { Sample } from './samples.ts'

const MEGABYTE = 1024 * 1024

/** Twenty minutes of a server at rest, apart from what grows with each minute or each entry. */
function samplesOf(growing: (minute: number, entries: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 120 }, (_, index): Sample => {
    const seconds = index * 10
    // Between two collections memory grows by a fifth.
    const noise = 1 + (index % 6) / 30
    const steady = { files: 60, connections: 20, wal: 72 * MEGABYTE, lag: 20, joinP95: 15, jobs: 300, jobAge: 1_000 }
    const entries = seconds * 6
    const memory = { rss: 300 * noise * MEGABYTE, heap: 90 * noise * MEGABYTE }
    return { seconds, entries, ...memory, ...steady, tables: {}, ...growing(seconds / 60, entries) }
  })
}

function missed(samples: Sample[]): string[] {
  return judge(samples).flatMap(({ what, holds }) => (holds ? [] : [what]))
}

const table = (bytes: number, dead = 0) => ({ tables: { people: { bytes: 2 * MEGABYTE + bytes, live: 1_000, dead } } })

test('a soak passes where only tables grow, as entries do', () => {
  expect(missed(samplesOf((_minute, entries) => table(entries * 3_000)))).toEqual([])
})

test.each<[what: RegExp, growing: (minute: number, entries: number) => Partial<Sample>]>([
  [/^memory/, (minute) => ({ rss: (300 + 5 * minute) * MEGABYTE })],
  [/^heap/, (minute) => ({ heap: (90 + 4 * minute) * MEGABYTE })],
  [/^open files/, (minute) => ({ files: 60 + 3 * minute })],
  [/^database connections/, (minute) => ({ connections: Math.round(20 + 2 * minute) })],
  [/^write-ahead log/, (minute) => ({ wal: 100 * minute * MEGABYTE })],
  [/^event-loop/, (minute) => ({ lag: 20 * minute })],
  [/^joins/, (minute) => ({ joinP95: 20 * minute })],
  [/^age/, (minute) => ({ jobAge: 60_000 * minute })],
  [/^table people/, (_minute, entries) => table(entries ** 2)],
  [/^table people/, (minute) => table(0, 5_000 * minute)],
])('a soak finds what grows without reason: %s', (what, growing) => {
  expect(missed(samplesOf(growing))).toEqual([expect.stringMatching(what)])
})
