import { paths } from '#shared/site/paths.ts'
import type { Lists } from '../lists.ts'
import type { GetResult } from '../load/load-get.ts'
import { ownCpuMicroseconds, runToEnd, type Server, startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ratio, withSpread } from '../statistics.ts'
import { ROUTES } from '#shared/routes.ts'

type Target = { what: string; server: Server; path: string; headers?: Record<string, string>; beside?: string }
type Run = GetResult & { cpu: number }

const BROTLI = { 'accept-encoding': 'gzip, deflate, br' }
const CONNECTIONS = 64

/** Beside a bare `node:http` server, and one that sends our headers and bytes. */
export async function benchPages(
  report: Report,
  lists: Lists,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  report.section(
    'Count and pages',
    `GET at ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turns. "bare" is \`node:http\` with a short
answer; "bare, as much" the same server with the headers and the compressed bytes of ours. A page is limited by its bytes
more than by who sends them: reading them costs the one process that makes the load more than sending costs us.`,
  )
  lists.copy('empty', 'run')
  await using server = await lists.start('run')
  await using bare = await startServer('./bench/load/bare-server.ts')
  await using asMuch = await startServer('./bench/load/bare-server.ts', { SAME_AS: server.address + paths.home })
  const etag = (await fetch(server.address + paths.home)).headers.get('etag')!
  const targets: Target[] = [
    { what: 'bare', server: bare, path: '/' },
    { what: 'count', server, path: ROUTES.count.path, beside: 'bare' },
    { what: 'page, not changed (304)', server, path: paths.home, headers: { 'if-none-match': etag }, beside: 'bare' },
    { what: 'bare, as much as the page', server: asMuch, path: '/' },
    { what: 'page, brotli', server, path: paths.home, headers: BROTLI, beside: 'bare, as much as the page' },
    { what: 'page, gzip', server, path: paths.home, headers: { 'accept-encoding': 'gzip' } },
  ]
  const runs = new Map<string, Run[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) runs.set(target.what, [...(runs.get(target.what) ?? []), await measure(target)])
  }
  const perSecond = (what: string) => median(runs.get(what)!.map((run) => run.perSecond))
  const cpu = (what: string) => median(runs.get(what)!.map((run) => run.cpu))
  report.table(
    targets.map(({ what, beside }) => ({
      what,
      'GET/s': withSpread(runs.get(what)!.map((run) => run.perSecond)),
      'server µs': cpu(what).toFixed(1),
      'of bare': ratio(perSecond(what) / perSecond('bare')),
      'of that beside it': beside ? ratio(perSecond(what) / perSecond(beside)) : '',
      failed: runs.get(what)!.reduce((sum, run) => sum + run.failed, 0),
    })),
  )
  for (const { what, beside } of targets.filter((target) => target.beside)) {
    const share = perSecond(what) / perSecond(beside!)
    report.judge(`GET/s of ${what}, of "${beside}"`, {
      wanted: 'at least 0.6',
      measured: ratio(share),
      holds: share >= 0.6,
    })
  }

  async function measure({ server, path, headers = {} }: Target): Promise<Run> {
    let before = 0
    const args = [server.address + path, String(CONNECTIONS), String(seconds), JSON.stringify(headers)]
    const result = await runToEnd<GetResult>('./bench/load/load-get.ts', args, (message) => {
      if (message === 'measuring') before = ownCpuMicroseconds(server.process.pid!)
    })
    return { ...result, cpu: (ownCpuMicroseconds(server.process.pid!) - before) / result.requests }
  }
}
