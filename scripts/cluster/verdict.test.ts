import { expect, test } from 'vitest'
import type { Acknowledged } from './crowd.ts'
import { compare, judgeCrowd, type Stored } from './verdict.ts'

const RUN = { rate: 10, began: 0, broken: 8_000, mended: 20_000, ended: 30_000 }

/** People who join ten times a second, in order. */
function people(count: number, from = 0): Acknowledged[] {
  return Array.from({ length: count }, (_, index) => ({
    at: from + index * 100,
    email: `p${index}@example.com`,
    code: `C${index}`,
    position: index + 1,
  }))
}

const stored = (joined: Acknowledged[]): Stored[] =>
  joined.map(({ email, code, position }) => ({ email, code, position }))

function judge(joined: Acknowledged[], { came = joined.length, told = joined.length, run = {} } = {}): string[] {
  const met = { came, joined: told, troubled: 0, errors: {}, longestWait: 0 }
  return judgeCrowd(joined, { met, run: { ...RUN, ...run } })
}

test('a scenario in which everybody joined passes', () => {
  expect(judge(people(300))).toEqual([])
  expect(judge(people(271))).toEqual([])
  expect(compare(people(300), stored(people(300)))).toEqual({ lost: 0, doubled: 0, faults: [] })
})

test('a scenario fails in which nobody joined, or too few, or nobody before the fault or after its repair', () => {
  expect(judge([])).toEqual([
    'only 0 people joined in all, and 270 are needed',
    'only 0 people joined before the fault, and 40 are needed',
    'only 0 people joined after the repair, and 50 are needed',
  ])
  expect(judge(people(269))).toEqual(['only 269 people joined in all, and 270 are needed'])
  expect(judge(people(300, 8_000))).toEqual(['only 0 people joined before the fault, and 40 are needed'])
  const early = people(300).map((one) => ({ ...one, at: one.at / 2 }))
  expect(judge(early)).toEqual(['only 0 people joined after the repair, and 50 are needed'])
  for (const run of [{ rate: Number.NaN }, { rate: 0 }, { ended: 0, mended: 0 }])
    expect(judge([], { run })).not.toEqual([])
})

test('a scenario fails in which people gave up, or were told what is not recorded', () => {
  expect(judge(people(300), { came: 302 })).toEqual(['2 people gave up'])
  expect(judge(people(300), { came: 301, told: 301 })).toEqual([
    '301 people were told that they joined, and 300 of them are recorded',
  ])
})

test('what people were told is compared with the list: code, position, once each, and nobody else', () => {
  const told = people(4)
  const list = stored(told)
  const faultsOf = (acknowledged: Acknowledged[], entries: Stored[]) => compare(acknowledged, entries).faults
  expect(faultsOf(told, list.slice(0, 3))).toEqual([expect.stringContaining('1 acknowledged joins are lost')])
  expect(faultsOf(told, list.with(1, { ...list[1]!, code: 'other' }))).toEqual([
    expect.stringContaining('1 acknowledged joins are lost or have another code'),
  ])
  const swapped = [{ ...list[1]!, position: 1 }, { ...list[0]!, position: 2 }, list[2]!, list[3]!]
  expect(faultsOf(told, swapped)).toEqual([
    expect.stringContaining('2 people have another position than they were told'),
  ])
  expect(faultsOf(told.with(0, { ...told[0]!, position: Number.NaN }), list)).toHaveLength(1)
  expect(faultsOf(told, [...list, { ...list[0]!, position: 5 }])).toEqual([
    expect.stringContaining('1 people have two entries'),
  ])
  expect(faultsOf([...told, told[0]!], list)).toEqual([
    expect.stringContaining('1 people were told twice that they joined'),
  ])
  expect(faultsOf(told.slice(1), list)).toEqual([expect.stringContaining('1 people are stored who were told nothing')])
  expect(faultsOf(told, list.with(3, { ...list[3]!, position: 9 }))).toEqual([
    expect.stringContaining('another position'),
    expect.stringContaining('positions are not 1 to N'),
  ])
})
