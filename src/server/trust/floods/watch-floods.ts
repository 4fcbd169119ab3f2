import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { floodMail } from '../../../emails/owner-mail.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { type Repeating, startRepeating } from '../../base/start-repeating.ts'
import type { LogFailure } from '../../base/log-failures.ts'
import { dropSetting, replaceEarlier } from '../../db/settings.ts'
import type { Current } from '../../config/config.ts'
import * as queries from './alarm-queries.ts'
import { raiseAlarms, SEEN_MS } from './alarms.ts'

export type Watching = {
  pool: pg.Pool
  now: () => Date
  config: Current<'mailBudgets'>
  tellOwners: (mail: ComposedMail) => Promise<boolean>
}

const TOLD = 'owners-told-of-flood'
const REST_MS = 2_000
const HOUR_MS = 60 * 60_000
const MOST_MAILED = 100

/** Every server runs this. */
export function startWatchingFloods({ logFailure, ...watching }: Watching & { logFailure: LogFailure }): Repeating {
  const step = async () => {
    await watchFloods(watching)
    return REST_MS
  }
  return startRepeating({ step, restMs: REST_MS, failure: 'floods could not be looked for', logFailure })
}

export async function watchFloods({ pool, now, config, tellOwners }: Watching): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  if (await queries.hasRequests(pool, before(SEEN_MS))) {
    const most = Math.min(MOST_MAILED, Math.ceil(partForNetwork(config().mailBudgets.domain) / 2))
    await raiseAlarms(pool, at, await queries.findMailed(pool, { since: before(HOUR_MS), most }))
  }
  if ((await queries.readAlarms(pool, at)).length === 0) return
  // Once a day, on one of the servers.
  if (!(await replaceEarlier(pool, TOLD, { by: at, before: before(DAY_MS) }))) return
  if (!(await tellOwners(floodMail()))) await dropSetting(pool, TOLD)
}

/** The other three quarters are for people elsewhere. */
export function partForNetwork(budget: number): number {
  return Math.max(1, Math.floor(budget / 4))
}
