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

/** Whether no job waits or runs, except dead letters, which wait for the owner. */
export async function isQueueIdle(app: TestApp): Promise<boolean> {
  const waiting = `select from pgboss.job where state < 'completed' and name <> 'undelivered' limit 1`
  return (await app.rows(waiting)).length === 0
}
