import { offered } from '#shared/site/offered.ts'
import { timesOf } from './baseline.ts'
import { finished, type Owner, reversed } from './owner.ts'
import { ms, percentile } from '../statistics.ts'
import { ROUTES } from '#shared/routes.ts'

/** From nearly everybody to a handful. */
const COMBINATIONS = [
  'state=waiting',
  'doubtful=no',
  'rejected=no&state=waiting',
  'referred=yes',
  'medium=social',
  'campaign=last-call',
  'campaign=sneak-peek',
  'campaign=nobody',
  'doubtful=yes',
  'tag=vip',
  `problem=${encodeURIComponent(offered('problems')[0]!)}`,
  `campaign=last-call&problem=${encodeURIComponent(offered('problems')[1]!)}&goal=${encodeURIComponent(offered('goals')[1]!)}`,
  'source=instagram&referred=no&solo=no',
  'tag=vip&medium=social&industry=Barber',
]
const RANGES = ['all', '30d']
const QUERIES = RANGES.flatMap((range) => COMBINATIONS.map((combination) => `range=${range}&${combination}`))
const SORTS = ['submitted', 'email', 'business', 'launch']

/** Of the slowest paths. Measuring every path would take half an hour. */
const FINALISTS = 2

type Note = (what: string, wanted: string, measured: number, holds: (measured: number) => boolean) => void
type Bench = { owner: Owner; note: Note; plain: number; rounds: number }

export async function judgePeople(owner: Owner) {
  for (const [kind, campaign] of [
    [{ kind: 'tag', tag: 'vip' }, 'founding-chairs'],
    [{ kind: 'hold' }, 'sneak-peek'],
  ] as const) {
    const filters = { range: 'all', campaign, industry: 'Barber' }
    const { act_id } = await owner.post<{ act_id: string }>(ROUTES.acts.path, { ...kind, select: { filters } })
    await finished(owner, act_id)
  }
}

/** That the rollups cannot answer. */
export async function benchFilters({ owner, note, plain, rounds }: Bench) {
  const slowest = async (paths: string[]) => {
    const briefly = await timed(paths, 3)
    const [[path, time] = ['', 0]] = await timed(
      briefly.slice(0, FINALISTS).map(([path]) => path),
      rounds,
    )
    const asked = decodeURIComponent(path.replace(/.*\?/, '').replace(/&cursor=.*/, ''))
    return { what: `${asked}: ${ms(time)}`, time }
  }
  const timed = async (paths: string[], rounds: number): Promise<[path: string, time: number][]> => {
    const times: [string, number][] = []
    for (const path of paths) {
      await owner.get(path)
      times.push([path, percentile(await timesOf(rounds, () => owner.get(path)), 0.95)])
    }
    return times.toSorted((one, other) => other[1] - one[1])
  }
  const against = ({ what, time }: { what: string; time: number }, name: string, most: number) =>
    note(
      `${name}, the slowest (${what}), against the plain aggregate (${ms(plain)})`,
      `at most ${most} ×`,
      time / plain,
      (ratio) => ratio <= most,
    )

  against(await slowest(QUERIES.map((query) => `${ROUTES.summary.path}?${query}`)), 'summary under filters', 0.15)
  const pages = QUERIES.flatMap((query) => SORTS.map((sort) => `${ROUTES.entries.path}?${query}&sort=${sort}`))
  against(await slowest(pages), 'first page under filters', 0.15)
  const lastPages: string[] = []
  // All at once would take longer than the server allows.
  for (const page of pages) lastPages.push(...(await toLastPage(page)))
  against(await slowest(lastPages), 'last page under filters', 0.15)
  const searched = COMBINATIONS.slice(0, 5).map((query) => `${ROUTES.summary.path}?range=all&q=example&${query}`)
  against(await slowest(searched), "'example' (nearly all match) under filters, summary", 1.5)

  /** The last page's key is where the first page of the other direction ends. */
  async function toLastPage(path: string): Promise<string[]> {
    const [one, other] = path.endsWith('submitted') ? ['desc', 'asc'] : ['asc', 'desc']
    const { next_cursor } = JSON.parse(await owner.get(`${path}&order=${other}`))
    return next_cursor === null ? [] : [`${path}&order=${one}&cursor=${reversed(next_cursor)}`]
  }
}
