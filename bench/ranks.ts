import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createTokens } from '../src/server/accounts/tokens.ts'
import type { ArrivalsResult } from './load/arrivals.ts'
import { type Baseline, openBaseline } from './dashboard/baseline.ts'
import { type Owner, signIn } from './dashboard/owner.ts'
import type { Lists } from './lists.ts'
import { runToEnd, type Server } from './processes.ts'
import { runBench } from './run-bench.ts'
import { ms, percentile, whole } from './statistics.ts'
import { RECOUNTED_SUMS } from '../src/server/people/places/read-ranks.ts'
import { ROUTES } from '#shared/routes.ts'

/* At a million entries, beside joins: npm run bench:ranks -- [people on the list] */

const PEOPLE = Number(process.argv[2] ?? 1_000_000)
/** Share #1 after a wave of referrals. */
const CROWD = PEOPLE / 20
const JOINS_PER_SECOND = 500
const ROUNDS = 200
const WANTED_MS = 25

/** The least that any call of the owner takes. */
const FLOOR = 'whether the session is open'
const FILTERS = ['industry=Barber', 'solo=no', 'industry=Nail+Artist&solo=yes']

await runBench(`${whole(PEOPLE)} entries`, async (lists) => {
  await lists.prepare('large', PEOPLE)
  await timeRanks(lists)
})

async function timeRanks(lists: Lists) {
  lists.copy('large', 'run')
  await using server = await lists.start('run')
  await using baseline = await openBaseline(lists.dataDir('run'))
  const owner = await signIn(server.address)
  const seeded = await openPlaces(server, baseline)
  await besideJoins(server, 'a seeded list', () => timeCalls(owner, seeded))
  await crowdAtFirst(baseline)
  const places = await openPlaces(server, baseline)
  await besideJoins(server, `${whole(CROWD)} people at #1`, () => timeCalls(owner, places))
  lists.verify('run')
  console.log('Followed by npm run verify, without a finding.')
}

async function besideJoins(server: Server, what: string, work: () => Promise<Map<string, number[]>>) {
  const seconds = 40
  const args = [server.address, String(JOINS_PER_SECOND), String(seconds), '64']
  const arriving = runToEnd<ArrivalsResult>('./bench/load/arrivals.ts', args)
  await pause(2_000)
  const started = performance.now()
  const times = await work()
  const took = (performance.now() - started) / 1_000
  const { joined, failed, refused } = await arriving
  console.log(
    `\n${what}, beside ${whole(joined / seconds)} joins/s (${failed + refused} failed), in ${took.toFixed(0)} s:`,
  )
  if (took > seconds - 2) console.log('MISSED  the calls took longer than the joins')
  for (const [call, all] of times) {
    const p95 = percentile(all, 0.95)
    const verdict = p95 <= WANTED_MS ? 'holds ' : 'MISSED'
    console.log(`${verdict}  ${call}: p50 ${ms(percentile(all, 0.5))}, p95 ${ms(p95)} (at most ${WANTED_MS} ms)`)
  }
}

/** In turns, so that each meets the same joins. */
async function timeCalls(owner: Owner, openPlace: () => Promise<string>): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  const list = (query: string) => `${ROUTES.entries.path}?range=all&${query}`
  const time = async (what: string, path: string | null) => {
    const started = performance.now()
    const answer = JSON.parse(await (path === null ? openPlace() : owner.get(path)))
    times.set(what, [...(times.get(what) ?? []), performance.now() - started])
    return answer
  }
  const sorts = ['submitted', 'email', 'business', 'launch']
  for (let round = 0; round < ROUNDS; round += 1) {
    await time(FLOOR, ROUTES.session.path)
    const anywhere = 1 + Math.floor(Math.random() * PEOPLE)
    const { entries, next_cursor } = await time('from a rank anywhere', list(`from_rank=${anywhere}`))
    requireRanks(entries, anywhere)
    await time('the page after it', list(`from_rank=${anywhere}&cursor=${next_cursor}`))
    await time('from a rank, filtered', list(`from_rank=${anywhere}&${FILTERS[round % FILTERS.length]}`))
    await time('one person’s rank, ahead and behind', `${ROUTES.entries.path}/${entries[0].id}`)
    const first = 1 + Math.floor(Math.random() * CROWD)
    const front = await time('from a rank in the first twentieth', list(`from_rank=${first}`))
    await time('one person of the first twentieth', `${ROUTES.entries.path}/${front.entries[0].id}`)
    await time('a person’s own place', null)
    const sort = sorts[round % sorts.length]!
    await time(`a page of 50 by ${sort}, each with a rank`, list(`sort=${sort}`))
  }
  return times
}

async function openPlaces({ address }: Server, { query }: Baseline): Promise<() => Promise<string>> {
  const tokens = createTokens({ query } as pg.Pool)
  const { rows } = await query(`select id from waitlist_entries order by random() limit ${ROUNDS}`)
  const signed = await Promise.all(rows.map(({ id }) => tokens.signFirst('browser', id)))
  let opened = 0
  return async () => {
    const headers = { authorization: `Bearer ${signed[opened++ % signed.length]}` }
    const answer = await fetch(address + ROUTES.place.path, { headers })
    if (answer.status !== 200) throw new Error(`A place answered ${answer.status}`)
    return answer.text()
  }
}

function requireRanks(entries: { rank: number }[], first: number) {
  const wrong = entries.findIndex(({ rank }, index) => rank !== first + index)
  if (wrong >= 0) throw new Error(`Rank ${entries[wrong]!.rank} where ${first + wrong} was expected`)
}

/** More places than the list has, so that all of them share #1. */
async function crowdAtFirst({ query }: Baseline): Promise<void> {
  await query(`begin;
    update waitlist_counter set updates = updates + 1;
    update waitlist_entries set credited_places = 2000000 where id in (
      select id from waitlist_entries where referrals > 0 order by random() limit ${CROWD});
    delete from rank_sums;
    insert into rank_sums (bucket, entries) ${RECOUNTED_SUMS};
    commit`)
}
