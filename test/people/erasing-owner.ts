import type { ActDetail } from '#shared/list/acts.ts'
import { actingOwner } from './acting-owner.ts'
import type { TestApp } from '../test-app.ts'

/** An owner who erases people. */
export async function erasingOwner(app: TestApp) {
  const owner = await actingOwner(app)
  return {
    ...owner,
    /** Erases these people, and waits until the act is over. */
    erase: (...ids: string[]): Promise<ActDetail> => owner.act({ kind: 'erase', select: { ids } }),
  }
}

/** Whether nothing waits in the outbox. */
export async function isQueueIdle(app: TestApp): Promise<boolean> {
  const waiting = `select from waitlist_counter, followers where name = 'outbox' and seq < last_event
    union all (select from outbox where state = 'waiting' limit 1)
    union all select from outside_services where coalesce(catch_up_until, retry_until) is not null`
  return (await app.rows(waiting)).length === 0
}
