import type pg from 'pg'
import type { Transaction } from './pool.ts'
import { type Commit, transact } from './transaction.ts'

/**
 * Does not wait for the answers of transactions in progress. Call it only when each earlier `work` has called its
 * `commit`.
 */
export type Pipeline = <Result>(work: (tx: Transaction, commit: Commit) => Promise<Result>) => Promise<Result>

type Lease = { client: Promise<pg.PoolClient>; underWay: number; broken?: Error }

export function createPipeline(pool: pg.Pool): Pipeline {
  let current: Lease | undefined

  return async (work) => {
    const lease = (current ??= { client: pool.connect(), underWay: 0 })
    lease.underWay += 1
    try {
      return await transact(await lease.client, work, (error) => giveUp(lease, error))
    } finally {
      lease.underWay -= 1
      if (lease.underWay === 0) await release(lease)
    }
  }

  function giveUp(lost: Lease, error: Error) {
    lost.broken ??= error
    if (current === lost) current = undefined
  }

  async function release(ended: Lease) {
    if (current === ended) current = undefined
    await ended.client.then(
      (client) => client.release(ended.broken),
      () => {},
    )
  }
}
