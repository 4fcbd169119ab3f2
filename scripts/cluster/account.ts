import { join } from 'node:path'
import type pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Acknowledged } from './crowd.ts'
import type { Met } from './crowd-process.ts'
import { findUndone } from './jobs.ts'
import { run as runProgram } from './programs.ts'
import { compare, judgeCrowd, type Run, type Stored } from './verdict.ts'

const VERIFY = join(import.meta.dirname, '../../src/server/cli/verify.ts')

/** `seconds`: at least; `rate`: joins a second. */
export type Context = { cluster: Cluster; rate: number; seconds: number }

/** Times in milliseconds. */
export type Outcome = {
  joined?: number
  lost?: number
  doubled?: number
  /** In which nobody's join was acknowledged: as visitors see it. */
  outage?: number
  /** Until the first acknowledged join. */
  afterPromotion?: number
  /** From its first acknowledged commit to the first acknowledged join. */
  afterWritable?: number
  longestWait?: number
  errors?: Record<string, number>
  /** Empty when it passed. */
  faults: string[]
}

type Account = {
  acknowledged: Acknowledged[]
  met: Met
  run: Run
  client: pg.Client
  env: Record<string, string>
}

export async function settle({ acknowledged, met, run, client, env }: Account): Promise<Outcome> {
  const undone = await findUndone(client)
  const { rows } = await client.query<Stored>(
    `select email, referral_code as code, joined_position as position from waitlist_entries order by joined_position`,
  )
  const { faults, ...counts } = compare(acknowledged, rows)
  const verified = await runProgram([process.execPath, VERIFY], { ...env, LOG_LEVEL: 'silent' })
  return {
    ...counts,
    joined: acknowledged.length,
    outage: longestPause(acknowledged, run),
    longestWait: Math.round(met.longestWait),
    errors: met.errors,
    faults: [
      ...judgeCrowd(acknowledged, { met, run }),
      ...faults,
      ...undone,
      ...(verified.code === 0 ? [] : [`verify: ${verified.output}`]),
    ],
  }
}

/** In which nobody's join was acknowledged, in milliseconds. */
function longestPause(acknowledged: Acknowledged[], { broken, ended }: Run): number {
  const times = [broken, ...acknowledged.map(({ at }) => at).filter((at) => at > broken && at < ended), ended]
  return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? at)), 0)
}
