import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { until } from '../../test/servers/process.ts'
import type { Cluster } from './cluster.ts'
import { startCrowd } from './crowd.ts'
import type { Machine } from './machine.ts'
import { databaseUrl } from './places.ts'
import { type Context, type Outcome, settle } from './account.ts'
import { type Servers, startServers } from './servers.ts'

/** Before the fault, and at least after its repair. */
export const CALM_MS = 8_000
/** From the recovery of the service to the repair of the fault. */
const REPAIR_AFTER_MS = 8_000
/** To serve again. */
const MOST_AFTER_PROMOTION_MS = 5_000

export type Fault = {
  /** Resolves when the fault is there, and rejects if it is not. */
  begin: (primary: Machine, servers: Servers, cluster: Cluster) => Promise<void>
  repair?: (primary: Machine, servers: Servers) => Promise<void> | void
  /** `any`: the old one may restart. */
  promotes?: 'another' | 'any'
}

/** `ports`: those of the hosts in DATABASE_URL. */
export type Setting = { ports?: number[] }

/** The fault is repaired, and the cluster heals by itself. Then everything is counted. */
export async function underFault(
  fault: Fault,
  { cluster, rate, seconds }: Context,
  { name, ports }: Setting & { name: string },
): Promise<Outcome> {
  const { folder, watch } = cluster
  const database = `list_${name.replaceAll('-', '_')}`
  const url = databaseUrl(database, ports)
  await using _database = await cluster.makeDatabase(database)
  await using servers = await startServers({ url, folder })
  await using crowd = await startCrowd({ rate, folder })
  const began = Date.now()
  await sleep(CALM_MS)
  const primary = cluster.primary()
  const broken = Date.now()
  await fault.begin(primary, servers, cluster)
  const promoted = () => watch.since(broken, { otherThan: fault.promotes === 'another' ? primary.name : null })
  if (fault.promotes) await until(() => promoted() !== undefined, 90)
  const reign = fault.promotes ? promoted() : undefined
  await sleep(REPAIR_AFTER_MS)
  await fault.repair?.(primary, servers)
  await cluster.whole()
  const mended = Date.now()
  await sleep(Math.max(CALM_MS, began + seconds * 1_000 - mended))
  const ended = Date.now()
  const met = await crowd.end()
  const acknowledged = crowd.acknowledged()
  const client = await openClient(database)
  const run = { rate, began, broken, mended, ended }
  const settled = await settle({ acknowledged, met, run, client, env: { DATABASE_URL: url } })
  await client.end()
  const firstSince = (time: number) => (acknowledged.find(({ at }) => at >= time)?.at ?? Infinity) - time
  const afterPromotion = reign && firstSince(reign.promoted)
  if (afterPromotion !== undefined && afterPromotion > MOST_AFTER_PROMOTION_MS)
    settled.faults.push(`the first join after the promotion took ${afterPromotion} ms`)
  return { ...settled, afterPromotion, afterWritable: reign && firstSince(reign.writable!) }
}

async function openClient(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  client.on('error', () => {})
  await client.connect()
  return client
}
