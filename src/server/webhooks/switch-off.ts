import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { switchedOffMail } from '../../emails/owner-mail.ts'
import type { TellOwners } from '../deliveries/mail/send-to-owner.ts'
import { giveBack, switchOffFailing, takeUntold } from './endpoints.ts'

type Dependencies = { pool: pg.Pool; tellOwners: TellOwners }

const MINUTE_MS = 60_000

export function createSwitchOff({ pool, tellOwners }: Dependencies): () => Promise<void> {
  let failures = 0
  let restsUntil = 0

  return async () => {
    await switchOffFailing(pool)
    if (Date.now() < restsUntil) return
    if (await tellOfAll()) return void (failures = 0)
    // No rest after the first failure: the next call comes a minute later.
    restsUntil = Date.now() + Math.min(DAY_MS, (2 ** failures - 1) * MINUTE_MS)
    failures += 1
  }

  /** Returns false as soon as nobody could be told of an endpoint. */
  async function tellOfAll(): Promise<boolean> {
    for (let endpoint = await takeUntold(pool); endpoint; endpoint = await takeUntold(pool)) {
      const isTold = await tellOwners(switchedOffMail(endpoint))
      await giveBack(pool, { id: endpoint.id, isTold })
      if (!isTold) return false
    }
    return true
  }
}
