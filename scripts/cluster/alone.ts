import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectToRunning } from '../../bench/running-postgres.ts'
import { findFaults } from './account.ts'
import { startCrowd } from './crowd.ts'
import { CALM_MS, findJobs, longestPause } from './crowd-run.ts'
import { postgresPids } from './machine.ts'
import { at, PORTS } from './places.ts'
import type { Context, Outcome } from './scenario.ts'
import { startServers } from './servers.ts'

const PORT = PORTS.firstchair[0]!
/** As the systemd unit says. */
const RESTART_AFTER_MS = 2_000

export type Loss = { server: boolean; postgres: boolean }

/** One server with its embedded PostgreSQL, of which this is killed (-9) while people join. A service manager restarts it. */
export async function alone(loss: Loss, { cluster, rate, seconds }: Context, name: string): Promise<Outcome> {
  const folder = join(cluster.folder, name)
  const dataDir = join(folder, 'data')
  await using servers = await startServers({ folder, env: { DATA_DIR: dataDir }, ports: [PORT] })
  await using crowd = await startCrowd({ address: at(PORT), rate, folder })
  const began = Date.now()
  await sleep(CALM_MS)
  const killed = Date.now()
  if (loss.postgres) for (const pid of postgresPids(dataDir)) process.kill(pid, 'SIGKILL')
  if (loss.server) {
    await servers.kill(0)
    await sleep(RESTART_AFTER_MS)
    await servers.start(0)
  }
  await sleep(Math.max(CALM_MS, began + seconds * 1_000 - Date.now()))
  const met = await crowd.end()
  const acknowledged = crowd.acknowledged()
  const client = await connectToRunning(dataDir)
  const { faults, ...counts } = await findFaults(acknowledged, { client, env: { DATA_DIR: dataDir } })
  faults.push(...(await findJobs(client)))
  await client.end()
  if (met.joined < met.came) faults.push(`${met.came - met.joined} people gave up`)
  return {
    ...counts,
    joined: acknowledged.length,
    outage: longestPause(acknowledged, killed),
    longestWait: Math.round(met.longestWait),
    errors: met.errors,
    faults,
  }
}
