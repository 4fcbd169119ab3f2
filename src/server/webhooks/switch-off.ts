import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { switchedOffMail } from '../../emails/switched-off-mail.ts'
import { readOwnerEmails } from '../accounts/accounts.ts'
import type { Current } from '../config/config.ts'
import type { MailOwner } from '../deliveries/mail/send-to-owner.ts'
import { giveBack, switchOffFailing, takeUntold } from './endpoints.ts'

type Dependencies = { pool: pg.Pool; config: Current<'mail'>; mailOwner: MailOwner }

const MINUTE_MS = 60_000

/**
 * Switches off the endpoints that keep failing, and mails the owners once about each. While no mail server takes the
 * mail, later calls try again, after rests that grow up to a day. Without a mail server or an owner with an email, only
 * the dashboard tells.
 */
export function createSwitchOff({ pool, config, mailOwner }: Dependencies): () => Promise<void> {
  let failures = 0
  let restsUntil = 0

  return async () => {
    await switchOffFailing(pool)
    if (Date.now() < restsUntil) return
    if (await tellOwners()) return void (failures = 0)
    // No rest after the first failure: the next call comes a minute later.
    restsUntil = Date.now() + Math.min(DAY_MS, (2 ** failures - 1) * MINUTE_MS)
    failures += 1
  }

  /** Returns false as soon as nobody could be told of an endpoint. */
  async function tellOwners(): Promise<boolean> {
    const owners = config().mail ? await readOwnerEmails(pool) : []
    for (let endpoint = await takeUntold(pool); endpoint; endpoint = await takeUntold(pool)) {
      const mail = switchedOffMail(endpoint)
      const outcomes = await Promise.all(owners.map((to) => mailOwner({ to, ...mail })))
      const isTold = !outcomes.includes('not now') || outcomes.includes('taken')
      await giveBack(pool, { id: endpoint.id, isTold })
      if (!isTold) return false
    }
    return true
  }
}
