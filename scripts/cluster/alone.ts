import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectToRunning } from '../../bench/running-postgres.ts'
import { startCrowd } from './crowd.ts'
import { CALM_MS } from './crowd-run.ts'
import { killPostgres } from './machine.ts'
import { at, PORTS } from './places.ts'
import { type Context, type Outcome, settle } from './account.ts'
import { startServers } from './servers.ts'

const PORT = PORTS.firstchair[0]!
/** As the systemd unit says. */
const RESTART_AFTER_MS = 2_000

export type Loss = { server: boolean; postgres: boolean }

/** Kills (-9) while people join, and starts the server again. */
export async function alone(loss: Loss, { cluster, rate, seconds }: Context, name: string): Promise<Outcome> {
  const folder = join(cluster.folder, name)
  const dataDir = join(folder, 'data')
  await using servers = await startServers({ folder, env: { DATA_DIR: dataDir }, ports: [PORT] })
  await using crowd = await startCrowd({ address: at(PORT), rate, folder })
  const began = Date.now()
  await sleep(CALM_MS)
  const broken = Date.now()
  await Promise.all([loss.postgres && killPostgres(dataDir), loss.server && servers.kill(0)])
  if (loss.server) {
    await sleep(RESTART_AFTER_MS)
    await servers.start(0)
  }
  const mended = Date.now()
  await sleep(Math.max(CALM_MS, began + seconds * 1_000 - mended))
  const ended = Date.now()
  const met = await crowd.end()
  const client = await connectToRunning(dataDir)
  const run = { rate, began, broken, mended, ended }
  const env = { DATA_DIR: dataDir }
  const outcome = await settle({ acknowledged: crowd.acknowledged(), met, run, client, env })
  await client.end()
  return outcome
}
