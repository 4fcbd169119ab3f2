import { setTimeout as pause } from 'node:timers/promises'
import type { ActDetail } from '#shared/list/acts.ts'
import { paths } from '#shared/site/paths.ts'
import { type Owner, signIn } from '../dashboard/owner.ts'
import type { Lists } from '../lists.ts'
import type { LoadResult } from '../load/load.ts'
import { createPeople } from '../load/person.ts'
import { runToEnd } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ratio, whole, withSpread } from '../statistics.ts'
import { openVisitors } from '../load/visitors.ts'
import { waitForJobs } from '../wait-for-jobs.ts'

const PEOPLE = 10_000
const CONNECTIONS = 64
/** No other person of the benchmark has this industry. */
const INDUSTRY = 'Barber'
const WANTED_SECONDS = 30
/** Long enough for an act to finish. */
const LOAD_SECONDS = 40

/**
 * Rejects ten thousand people in one act and undoes it, again and again while others join. A third of them gave a
 * referrer a credit, so that the referrers move too.
 */
export async function benchActs(report: Report, lists: Lists, { rounds }: { rounds: number }) {
  report.section(
    'Acts',
    `${whole(PEOPLE)} people are rejected in one press, then that is undone, and so on without a pause, while ${CONNECTIONS}
connections join in a closed loop; ${rounds} rounds, ${LOAD_SECONDS} s each, in turns with as long without acts. Followed by \`npm run verify\`.`,
  )
  const took: number[] = []
  const alone: LoadResult[] = []
  const meanwhile: LoadResult[] = []
  lists.copy('empty', 'acts')
  {
    await using server = await lists.start('acts')
    const owner = await signIn(server.address)
    await joinPeople(server.address)
    await waitForJobs(lists.dataDir('acts'))
    const load = (message?: () => void) =>
      runToEnd<LoadResult>('./bench/load/load.ts', [server.address, String(CONNECTIONS), String(LOAD_SECONDS)], message)
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await load())
      await waitForJobs(lists.dataDir('acts'))
      let pressing: Promise<number[]> | undefined
      let isOver = false
      const under = await load(() => (pressing ??= pressUntil(owner, () => isOver)))
      isOver = true
      meanwhile.push(under)
      took.push(...(await pressing!))
      await waitForJobs(lists.dataDir('acts'))
    }
  }
  lists.verify('acts')
  const rate = (runs: LoadResult[]) => runs.map(({ perSecond }) => perSecond)
  report.table([
    { joins: 'alone', 'joins/s': withSpread(rate(alone)), 'p99 ms': whole(median(alone.map(({ p99 }) => p99))) },
    {
      joins: 'during acts',
      'joins/s': withSpread(rate(meanwhile)),
      'p99 ms': whole(median(meanwhile.map(({ p99 }) => p99))),
    },
  ])
  report.judge(`an act on ${whole(PEOPLE)} people while others join`, {
    wanted: `at most ${WANTED_SECONDS} s`,
    measured: took.length === 0 ? `none in ${LOAD_SECONDS} s` : withSpread(took, (value) => `${value.toFixed(1)} s`),
    holds: took.length > 0 && Math.max(...took) <= WANTED_SECONDS,
  })
  const share = median(rate(meanwhile)) / median(rate(alone))
  report.judge('joins/s during such acts, of those without', {
    wanted: 'at least 0.9',
    measured: ratio(share),
    holds: share >= 0.9,
  })
}

async function joinPeople(address: string) {
  const { post, close } = await openVisitors(address, { path: paths.api.entries, ready: CONNECTIONS })
  const people = await createPeople(address)
  let left = PEOPLE
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1
        const { status, body } = await post(JSON.stringify({ ...JSON.parse(people.next()), job_industry: INDUSTRY }))
        if (status !== 201) throw new Error(`Joining answered ${status}: ${body}`)
        people.remember(JSON.parse(body).referral_code)
      }
    }),
  )
  close()
}

/** Rejects everybody and undoes it until `isOver`. Returns the seconds of each act that finished before. */
async function pressUntil(owner: Owner, isOver: () => boolean): Promise<number[]> {
  const took: number[] = []
  let rejection: string | null = null
  // The last rejection is always undone.
  while (!isOver() || rejection !== null) {
    const began = performance.now()
    const body = { kind: 'reject', select: { filters: { range: 'all', industry: INDUSTRY } } }
    const path: string = rejection === null ? paths.api.adminActs : `${paths.api.adminActs}/${rejection}/undo`
    const { act_id }: { act_id: string } = await owner.post(path, rejection === null ? body : {})
    const { changed } = await finished(owner, act_id)
    if (changed !== PEOPLE) throw new Error(`The act changed ${changed} people`)
    if (!isOver()) took.push((performance.now() - began) / 1_000)
    rejection = rejection === null ? act_id : null
  }
  return took
}

/** Waits for the act to finish, and returns it. */
export async function finished(owner: Owner, id: string): Promise<ActDetail> {
  for (;;) {
    const act: ActDetail = JSON.parse(await owner.get(`${paths.api.adminActs}/${id}`))
    if (act.finished_at !== null) return act
    await pause(500)
  }
}
