import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { RulePreview } from '#shared/joining/referral-rule.ts'
import type { WavesPage } from '#shared/list/waves.ts'
import type { ArrivalsResult } from './load/arrivals.ts'
import { openBaseline } from './dashboard/baseline.ts'
import { finished, type Owner, signIn } from './dashboard/owner.ts'
import type { LoadResult } from './load/load.ts'
import { runToEnd, type Server } from './processes.ts'
import { runBench } from './run-bench.ts'
import { median, ms, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './running-postgres.ts'
import { ROUTES } from '#shared/routes.ts'

/*
 * What an import, a preview of a rule and a wave cost, and how they slow joins down: npm run bench:launch -- [people on
 * the list] [imports] [previews] [wave]
 */

const [people = '1000000', ...parts] = process.argv.slice(2)
const PEOPLE = Number(people)
const ROWS = 100_000
const WAVE = 10_000
/** The longest a preview may take. */
const WINDOW_SECONDS = 10
const ROUNDS = 5
/** The budget holds no mail of the wave: invitations get half. */
const BUDGETS = { MAIL_PER_HOUR: '100000', MAIL_PER_DOMAIN_HOUR: '100000' }

const mailServer = fork('./bench/load/fakes.ts')
await runBench(`${whole(PEOPLE)} entries`, async (lists) => {
  const [settings] = await once(mailServer, 'message')
  const mail = Object.fromEntries(Object.entries(settings).filter(([name]) => !/^(NOTION|BEEHIIV)_/.test(name)))
  await lists.prepare('large', PEOPLE)
  await onCopy('imports', {}, timeImports)
  await onCopy('previews', {}, (server, owner) =>
    timePreviews(server, owner, () => waitForJobs(lists.dataDir('previews'))),
  )
  await onCopy('wave', { ...mail, ...BUDGETS, PRODUCT_URL: 'http://localhost/welcome' }, async (server, owner) => {
    // Waves skip made-up people.
    await using baseline = await openBaseline(lists.dataDir('wave'))
    await baseline.query(`update waitlist_entries set is_seeded = false where joined_position <= ${2 * WAVE}`)
    await timeWave(server, owner)
  })

  async function onCopy(
    list: string,
    env: NodeJS.ProcessEnv,
    time: (server: Server, owner: Owner) => Promise<void>,
  ): Promise<void> {
    if (parts.length > 0 && !parts.includes(list)) return
    lists.copy('large', list)
    {
      await using server = await lists.start(list, env)
      await time(server, await signIn(server.address))
    }
    lists.verify(list)
    rmSync(lists.dataDir(list), { recursive: true })
  }
  console.log('\nFollowed by npm run verify, without a finding.')
}).finally(() => mailServer.disconnect())

/** Seconds. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; took: number }> {
  const started = performance.now()
  const result = await work()
  return { result, took: (performance.now() - started) / 1_000 }
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}

function sayJoins({ came, joined, failed, refused, p50, p99, longest }: ArrivalsResult) {
  console.log(
    `  ${whole(joined)} of ${whole(came)} joined (${failed + refused} failed), p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}`,
  )
}

function arrive({ address }: Server, perSecond: number, duration: number): Promise<ArrivalsResult> {
  return runToEnd('./bench/load/arrivals.ts', [address, String(perSecond), String(duration), '64'])
}

/** Some people name their referrer, others have a number of friends. */
function fileOf(name: string): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const referrer = row % 3 === 0 ? `${name}-${(row * 7) % ROWS}` : ''
    const at = new Date(Date.UTC(2026, 0, 1) + row * 60_000).toISOString()
    return `p${row}@${name}${row % 50}.example,${at},${name}-${row},${referrer},${row % 11 === 0 ? 2 : ''},Barber`
  })
  return `Email,Joined,Code,Referred by,Friends,Industry\n${rows.join('\n')}\n`
}

async function timeImports(server: Server, owner: Owner) {
  for (const perSecond of [0, 300]) {
    const arriving = perSecond > 0 ? arrive(server, perSecond, 60) : null
    if (arriving) await pause(2_000)
    const { result, took } = await timed(async () => {
      const stored = await timed(() =>
        owner.sendFile<{ act_id: string }>(ROUTES.importPeople.path, fileOf(`i${perSecond}`)),
      )
      return { stored: stored.took, act: await finished(owner, stored.result.act_id) }
    })
    console.log(
      `${took <= 60 ? 'holds ' : 'MISSED'}  ${whole(result.act.changed)} rows imported beside ${perSecond} joins/s: ${seconds(took)} (at most 60), of which reading and storing the file ${seconds(result.stored)}`,
    )
    if (arriving) sayJoins(await arriving)
  }
}

/** In ten seconds. The jobs of each run are done before the next. */
async function timePreviews(server: Server, owner: Owner, settle: () => Promise<void>) {
  const preview = () => owner.post<RulePreview>('/api/admin/referral-rule/preview', { places: 3, cap: 60, bonus: 0 })
  const alone: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) alone.push((await timed(preview)).took)
  const rates = { without: [] as number[], beside: [] as number[] }
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // A list that has grown is slower, so the order alternates.
    for (const which of round % 2 ? (['beside', 'without'] as const) : (['without', 'beside'] as const)) {
      await settle()
      let previewing: Promise<unknown> | undefined
      const run = await runToEnd<LoadResult>(
        './bench/load/load.ts',
        [server.address, '64', String(WINDOW_SECONDS)],
        () => {
          if (which === 'beside') previewing ??= timed(preview).then((one) => took.push(one.took))
        },
      )
      await previewing
      rates[which].push(run.perSecond)
    }
  }
  const share = median(rates.beside.map((rate, round) => rate / rates.without[round]!))
  console.log(
    `${Math.max(...took) <= 10 ? 'holds ' : 'MISSED'}  a preview of a rule: ${withSpread(alone, seconds)} alone, ${withSpread(took, seconds)} beside joins (at most 10 s)`,
  )
  console.log(
    `${share >= 0.9 ? 'holds ' : 'MISSED'}  joins/s in ten seconds with a preview of a rule: ${withSpread(rates.beside)}, without ${withSpread(rates.without)}, a ratio of ${ratio(share)} (at least 0.9)`,
  )
}

async function timeWave(server: Server, owner: Owner) {
  console.log('500 joins/s for 60 s without a wave:')
  sayJoins(await arrive(server, 500, 60))
  const arriving = arrive(server, 500, 60)
  await pause(5_000)
  const wave = {
    kind: 'wave',
    select: { filters: { range: 'all' }, count: WAVE },
    subject: 'Your chair is ready',
    text: 'Take it.',
    fills: true,
  }
  const invited = await timed(async () =>
    finished(owner, (await owner.post<{ act_id: string }>(ROUTES.acts.path, wave)).act_id),
  )
  console.log(
    `beside a wave, of which ${whole(invited.result.changed)} people were invited in ${seconds(invited.took)}:`,
  )
  sayJoins(await arriving)
  const { waves }: WavesPage = JSON.parse(await owner.get(ROUTES.waves.path))
  console.log(`  ${whole(waves[0]!.sent)} of its mails had left, between those to the people who joined`)
}
