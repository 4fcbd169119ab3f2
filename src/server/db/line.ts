import type pg from 'pg'
import type { Transaction } from './pool.ts'
import { type Commit, transact } from './transaction.ts'

/**
 * Runs `work` in a transaction, on the same connection as those that are under way. It may begin before they have
 * answered, but not before `work` of each has called its `commit`: PostgreSQL takes what is sent in this order.
 */
export type Line = <Result>(work: (tx: Transaction, commit: Commit) => Promise<Result>) => Promise<Result>

type Call = { client: Promise<pg.PoolClient>; underWay: number; broken?: Error }

/** One connection of the pool's, taken for as long as anything is under way. */
export function createLine(pool: pg.Pool): Line {
  let call: Call | undefined

  return async (work) => {
    const mine = (call ??= { client: pool.connect(), underWay: 0 })
    mine.underWay += 1
    try {
      return await transact(await mine.client, work, (error) => hangUp(mine, error))
    } finally {
      mine.underWay -= 1
      if (mine.underWay === 0) await release(mine)
    }
  }

  function hangUp(lost: Call, error: Error) {
    lost.broken ??= error
    if (call === lost) call = undefined
  }

  async function release(ended: Call) {
    if (call === ended) call = undefined
    await ended.client.then(
      (client) => client.release(ended.broken),
      () => {},
    )
  }
}
