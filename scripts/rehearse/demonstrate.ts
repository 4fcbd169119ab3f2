import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { joinAll } from './guests.ts'
import { makeFriends } from './people.ts'
import type { Stage } from './stage.ts'

const SEED = join(import.meta.dirname, '../../src/server/cli/seed.ts')
const SEEDED = 3_000
/** Some hours. */
const GUESTS = 5_000
/** Milliseconds. */
const LONGEST_WAIT = 6_000

/** A list that has been there for months; a few people a minute, some with the code of somebody at its end. */
export async function demonstrate({ address, dataDir, dashboard, password, owner }: Stage): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  execFileSync(process.execPath, [SEED, String(SEEDED)], { env, stdio: 'ignore' })
  const codes = await owner.readCodes()
  console.log('A list of made-up people. Nothing leaves this computer.\n')
  console.log(`  The site        ${address.replace('127.0.0.1', 'localhost')}`)
  console.log(`  The dashboard   ${dashboard.replace(/\?.*/, '')}\n  Its password    ${password}\n`)
  console.log('Somebody joins every few seconds. Ctrl-C ends the demo and removes everything it made.')
  for (const guest of makeFriends(GUESTS, codes)) {
    await pause(Math.random() * LONGEST_WAIT)
    await joinAll(address, [guest], { begin: Date.now() - guest.at, setClock: () => {} })
  }
}
