import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '../../test/process.ts'
import { findFaults } from './account.ts'
import { type Acknowledged, startCrowd } from './crowd.ts'
import type { Machine } from './machine.ts'
import { databaseUrl } from './places.ts'
import type { Context, Outcome } from './scenario.ts'
import { type Servers, startServers } from './servers.ts'

/** How long people join before the fault. */
export const CALM_MS = 8_000
/** The time between the recovery of the service and the repair of the fault. */
const REPAIR_AFTER_MS = 8_000
/** The longest that Firstchair may take to serve again. */
const MOST_AFTER_PROMOTION_MS = 5_000
const JOBS_SECONDS = 180

export type Fault = {
  /** `primary`: the machine that is the primary. Resolves when the fault has begun. */
  begin: (primary: Machine, servers: Servers, context: Context) => Promise<void> | void
  repair?: (primary: Machine, servers: Servers) => Promise<void> | void
  /** Whether there is a new primary, or the old one restarts. */
  promotes: boolean
  /** Whether nobody may meet an error. */
  isSilent?: boolean
}

/** `ports`: those of the hosts in DATABASE_URL. `root`: the checkout that the servers start from. */
export type Setting = { ports?: number[]; root?: string }

/** People join while a fault happens, is repaired, and the cluster heals by itself. Then everything is counted. */
export async function underFault(
  fault: Fault,
  context: Context,
  { name, ports, root }: Setting & { name: string },
): Promise<Outcome> {
  const { cluster, rate, seconds } = context
  const database = `list_${name.replaceAll('-', '_')}`
  const url = databaseUrl(database, ports)
  const folder = cluster.folder
  await cluster.makeDatabase(database)
  const outcome = await (async () => {
    await using servers = await startServers({ url, folder, root })
    await using crowd = await startCrowd({ rate, folder })
    const began = Date.now()
    await sleep(CALM_MS)
    const primary = cluster.primary()
    const at = Date.now()
    await fault.begin(primary, servers, context)
    if (fault.promotes) await until(() => cluster.watch.since(at) !== undefined, 90)
    const reign = fault.promotes ? cluster.watch.since(at) : undefined
    await sleep(REPAIR_AFTER_MS)
    await fault.repair?.(primary, servers)
    await cluster.whole()
    await sleep(Math.max(3_000, began + seconds * 1_000 - Date.now()))
    const met = await crowd.end()
    const acknowledged = crowd.acknowledged()
    const firstSince = (time: number) => acknowledged.find((one) => one.at >= time)!.at - time
    const client = await openClient(database)
    const { faults, ...counts } = await findFaults(acknowledged, { client, env: { DATABASE_URL: url } })
    faults.push(...(await findJobs(client)))
    await client.end()
    const afterPromotion = reign && firstSince(reign.promoted)
    if (afterPromotion !== undefined && afterPromotion > MOST_AFTER_PROMOTION_MS)
      faults.push(`the first join after the promotion took ${afterPromotion} ms`)
    if (met.joined < met.came) faults.push(`${met.came - met.joined} people gave up`)
    if (fault.isSilent && met.troubled > 0) faults.push(`${met.troubled} people met an error`)
    return {
      ...counts,
      joined: acknowledged.length,
      outage: longestPause(acknowledged, at),
      afterPromotion,
      afterWritable: reign && firstSince(reign.writable!),
      longestWait: Math.round(met.longestWait),
      errors: met.errors,
      faults,
    }
  })()
  await cluster.dropDatabase(database)
  return outcome
}

/** To the primary, by way of HAProxy. */
export async function openClient(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Every join queues a job. All of them must be done, even if the primary or a server was replaced. */
export async function findJobs(client: pg.Client): Promise<string[]> {
  const count = async () => {
    const { rows } = await client.query(`select count(*)::int as left from pgboss.job where state < 'completed'
      and name = 'fan-out'`)
    return rows[0].left as number
  }
  for (const end = Date.now() + JOBS_SECONDS * 1_000; Date.now() < end; await sleep(500)) {
    if ((await count()) === 0) return []
  }
  return [`${await count()} jobs are not done after ${JOBS_SECONDS} s`]
}

/** The longest time from this moment on in which nobody's join was acknowledged, in milliseconds. */
export function longestPause(acknowledged: Acknowledged[], from: number): number {
  let [longest, last] = [0, from]
  for (const { at } of acknowledged) {
    if (at <= from) continue
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}
