import { runs } from '../../../../test/runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeStanding } from '../../../../test/standing.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { RANK_INVARIANTS } from './rank-invariants.ts'
import { readPlace } from './read-place.ts'
import { inTransaction } from '../../db/query.ts'
import { readEntries } from '../../listing/export-entries.ts'
import { tidyRanks } from '../../listing/prepare-list.ts'

/** The states in which acts, links and the ledger can leave an entry. */
const STANDINGS = [
  `state = 'invited'`,
  `state = 'admitted'`,
  'is_rejected = true',
  'email = null, erased_at = now()',
  `state = 'waiting', is_rejected = false`,
  'credited_places = 0, referrals = 0',
  'credited_places = joined_position, referrals = referrals + 2',
]

const friendOf = fc.option(fc.nat())
const step = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('join' as const), friendOf }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      people: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      standing: fc.constantFrom(...STANDINGS),
    }),
  },
)

/** All steps of a round are taken at once, spread over two servers. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  isTidied: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Row = {
  id: string
  position: number
  referrals: number
  joined_position: number
  state: string
  is_rejected: boolean
  erased_at: Date | null
}

test('whatever happens at once on two servers, everybody has the rank that sorting a plain list gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
      await using first = await testApp()
      await using second = await testApp({ beside: first })
      // The next joining positions are near a bucket boundary, which credits and new entries cross in both directions.
      await first.rows('update waitlist_counter set last_position = 4080')
      for (const { steps, isTidied } of rounds) {
        const known = await first.rows('select id, referral_code from waitlist_entries order by joined_position')
        await Promise.all(steps.map((one, index) => take([first, second][index % 2]!, one, known)))
        await expectRanks(first)
        if (isTidied) await inTransaction(first.pool, tidyRanks)
        await expectRanks(first)
      }
    }),
    { ...runs(15), endOnFailure: true },
  )
})

async function take(app: TestApp, one: Step, known: { id: string; referral_code: string }[]): Promise<void> {
  const pick = (index: number) => known[index % known.length]
  if (one.kind === 'change') {
    const ids = new Set(one.people.flatMap((index) => pick(index)?.id ?? []))
    return changeStanding(app, [...ids], one.standing)
  }
  const referrer = one.friendOf === null ? undefined : pick(one.friendOf)
  await app.join({ used_referral_code: referrer?.referral_code })
}

async function expectRanks(app: TestApp) {
  const rows: Row[] = await app.rows('select * from waitlist_entries')
  const ranked = rows.filter(isRanked).sort(byLaunchOrder)
  const rankOf = new Map(ranked.map(({ id }, index) => [id, index + 1]))

  await app.list()
  const listed = await readAll(app, {})
  const expected = rows
    .filter(({ erased_at }) => erased_at === null)
    .sort(byLaunchOrder)
    .map(({ id }) => [id, rankOf.get(id) ?? null])
  expect(listed).toEqual(expected)

  const middle = Math.ceil(ranked.length / 2)
  const from = expected.findIndex(([, rank]) => rank === middle)
  expect(await readAll(app, { from_rank: middle || 1 })).toEqual(from < 0 ? [] : expected.slice(from))
  expect(await readAll(app, { from_rank: ranked.length + 1 })).toEqual([])
  for (const { id } of [rows[0], rows.at(-1), ranked[middle - 1]].filter((row) => row !== undefined)) {
    const rank = rankOf.get(id)
    expect(await readPlace(app.pool, id)).toEqual(
      rank === undefined ? null : { rank, ahead: rank - 1, behind: ranked.length - rank, ranked: ranked.length },
    )
  }
  for (const { offenders } of RANK_INVARIANTS) expect(await app.rows(String(offenders))).toEqual([])
}

async function readAll({ pool }: TestApp, { from_rank }: { from_rank?: number }): Promise<unknown[][]> {
  const listed = []
  for (let cursor: string | undefined; ;) {
    const query = { range: 'all', sort: 'launch', from_rank, cursor, limit: 20 } as const
    const page = await readEntries(pool, query, new Date())
    listed.push(...page.entries.map(({ id, rank }) => [id, rank]))
    if (page.next_cursor === null) return listed
    cursor = page.next_cursor
  }
}

function isRanked({ state, is_rejected, erased_at }: Row): boolean {
  return state === 'waiting' && !is_rejected && erased_at === null
}

function byLaunchOrder(a: Row, b: Row): number {
  return a.position - b.position || b.referrals - a.referrals || a.joined_position - b.joined_position
}
