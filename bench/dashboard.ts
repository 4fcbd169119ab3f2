import { type Owner, reversed, signIn } from './dashboard/owner.ts'
import { copyToNowhere, openBaseline, PLAIN_AGGREGATE, scanFor, timesOf } from './dashboard/baseline.ts'
import { benchFilters, judgePeople } from './dashboard/filters.ts'
import { residentBytes, runToEnd, type Server } from './processes.ts'
import type { Lists } from './lists.ts'
import type { LoadResult } from './load/load.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { median, ms, percentile, ratio } from './statistics.ts'
import { ROUTES } from '#shared/routes.ts'

/** With fewer, it only shows that the benchmark runs to its end: `npm run bench:dashboard -- 50000`. */
const LARGE = Number(process.argv[2] ?? 1_000_000)
const LISTS = { small: LARGE / 100, large: LARGE }
const ROUNDS = 20

const RANGES = ['range=7d', 'range=30d', 'range=90d', 'range=all', 'from=2026-01-01&to=2036-12-31']
const FACETS = [
  '',
  '&industry=Barber',
  '&solo=no',
  `&price=${encodeURIComponent('£60+')}`,
  '&industry=Nail+Artist&solo=yes',
]
const FILTERS = RANGES.flatMap((range) => FACETS.map((facet) => range + facet))
/** From a handful in a million to one in a hundred. */
const RARE = ['zofia.wright@salon-9', 'soho glow', 'wright@salon-1', 'clifton hair']
const COMMON = ['example', 'exa']
const SORTS = ['submitted', 'email', 'business', 'launch']

const report = createReport()

await runBench(`p95 of ${ROUNDS} rounds or more unless said otherwise`, bench)

/** With a million entries, ten thousand, and plain SQL. */
async function bench(lists: Lists) {
  console.log(`The plain aggregate:\n${PLAIN_AGGREGATE}\n`)
  for (const [list, count] of Object.entries(LISTS)) await lists.prepare(list, count)
  const small = await onServer(lists, 'small', (owner) => summaries(owner))
  await onServer(lists, 'large', async (owner, server) => {
    const cold = await readingColumns(owner, server)
    await using baseline = await openBaseline(lists.dataDir('large'))
    const plain = median(await timesOf(5, () => baseline.query(PLAIN_AGGREGATE)))
    const large = await summaries(owner)
    note(
      `summary without search, against ${LISTS.small.toLocaleString('en')} entries`,
      'at most 3 ×',
      large / small,
      (ratio) => ratio <= 3,
    )
    note(
      `summary without search (${ms(large)}), against the plain aggregate (${ms(plain)})`,
      'at most 0.02 ×',
      large / plain,
      (ratio) => ratio <= 0.02,
    )
    note(
      `the first summary under a filter (${ms(cold)}), against the plain aggregate`,
      'at most 1.5 ×',
      cold / plain,
      (ratio) => ratio <= 1.5,
    )
    await judgePeople(owner)
    await benchFilters({ owner, note, plain, rounds: ROUNDS })
    await searches(owner, { baseline, plain })
    await pages(owner)
    await exporting(owner, server, baseline)
    await joining(owner, server)
  })
  report.finish()
  lists.verify('large')
  console.log('Followed by npm run verify, without a finding.')
}

/** Of the first question that needs the entries in memory. */
async function readingColumns(owner: Owner, { process }: Server): Promise<number> {
  const before = residentBytes(process.pid!)
  const time = await owner.time(`${ROUTES.summary.path}?range=all&state=waiting`)
  const grown = (residentBytes(process.pid!) - before) / 1024 / 1024
  note('memory that the server takes for filters', 'at most 100 MB', grown, (megabytes) => megabytes <= 100)
  return time
}

async function summaries(owner: Owner): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const filter of FILTERS) times.push(await owner.time(`${ROUTES.summary.path}?${filter}`))
    // The first round warms up.
    if (round === 0) times.length = 0
  }
  return p95(times)
}

async function searches(
  owner: Owner,
  { baseline, plain }: { baseline: Awaited<ReturnType<typeof openBaseline>>; plain: number },
) {
  const both = async (text: string) => {
    const query = `range=all&q=${encodeURIComponent(text)}`
    const summary = await timesOf(ROUNDS * 3, () => owner.get(`${ROUTES.summary.path}?${query}`))
    const page = await timesOf(ROUNDS * 3, () => owner.get(`${ROUTES.entries.path}?${query}`))
    return { summary: p95(summary), page: p95(page) }
  }
  for (const text of RARE) {
    const { matches, sql, values } = await scanFor(baseline, text)
    const scan = median(await timesOf(5, () => baseline.query(sql, values)))
    const { summary, page } = await both(text)
    const what = `'${text}' (${matches.toLocaleString('en')} match): summary ${ms(summary)}, page ${ms(page)}, scan ${ms(scan)}`
    note(what, 'at most 0.125 ×', Math.max(summary, page) / scan, (ratio) => ratio <= 0.125)
  }
  for (const text of COMMON) {
    const { summary, page } = await both(text)
    const what = `'${text}' (nearly all match): summary ${ms(summary)}, page ${ms(page)}, plain aggregate ${ms(plain)}`
    note(what, 'at most 1.5 ×', Math.max(summary, page) / plain, (ratio) => ratio <= 1.5)
  }
}

async function pages(owner: Owner) {
  for (const sort of SORTS) {
    const page = (query: string) => `${ROUTES.entries.path}?range=all&sort=${sort}&${query}`
    const [one, other] = sort === 'submitted' ? ['desc', 'asc'] : ['asc', 'desc']
    // The last page's key is where the first page of the other direction ends.
    const { next_cursor } = JSON.parse(await owner.get(page(`order=${other}`)))
    const first = p95(await timesOf(ROUNDS * 3, () => owner.get(page(`order=${one}`))))
    const last = p95(await timesOf(ROUNDS * 3, () => owner.get(page(`order=${one}&cursor=${reversed(next_cursor)}`))))
    note(
      `last page by ${sort} (${ms(last)}), against the first (${ms(first)})`,
      'at most 2 ×',
      last / first,
      (ratio) => ratio <= 2,
    )
  }
}

async function exporting(owner: Owner, { process }: Server, baseline: Awaited<ReturnType<typeof openBaseline>>) {
  const before = residentBytes(process.pid!)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentBytes(process.pid!))), 20)
  const exports = await timesOf(3, () => owner.drain(`${ROUTES.entriesCsv.path}?range=all`))
  clearInterval(watch)
  const copies = await timesOf(3, () => copyToNowhere(baseline))
  const grown = (most - before) / 1024 / 1024
  const what = `CSV of all (${ms(median(exports))}), against copy to stdout (${ms(median(copies))})`
  note(what, 'at least 0.35 of its speed', median(copies) / median(exports), (ratio) => ratio >= 0.35)
  note('memory that the server takes for it', 'at most 50 MB', grown, (megabytes) => megabytes <= 50)
}

async function joining(owner: Owner, { address }: Server) {
  const load = () => runToEnd<LoadResult>('./bench/load/load.ts', [address, '64', '4'], () => {})
  const alone: number[] = []
  const watched: number[] = []
  for (let round = 0; round < 3; round += 1) {
    alone.push((await load()).perSecond)
    const dashboards = [owner.watch(), owner.watch()]
    watched.push((await load()).perSecond)
    for (const dashboard of dashboards) await dashboard.close()
  }
  const what = `joins/s with two dashboards open (${Math.round(median(watched))}), against none (${Math.round(median(alone))})`
  note(what, 'at least 0.8 ×', median(watched) / median(alone), (ratio) => ratio >= 0.8)
}

async function onServer<Result>(lists: Lists, list: string, work: (owner: Owner, server: Server) => Promise<Result>) {
  await using server = await lists.start(list)
  return await work(await signIn(server.address), server)
}

function note(what: string, wanted: string, measured: number, holds: (measured: number) => boolean) {
  report.judge(what, { wanted, measured: ratio(measured), holds: holds(measured) })
  console.log(`${holds(measured) ? 'holds ' : 'MISSED'}  ${what}: ${ratio(measured)} (${wanted})`)
}

function p95(times: number[]): number {
  return percentile(times, 0.95)
}
