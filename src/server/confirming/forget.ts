import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { EraseRequests } from '../erasing/erase-requests.ts'
import { lockRequests } from '../joining/requests.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'

export type Forget = (held: TokenContent) => Promise<boolean>

type Dependencies = { pool: pg.Pool; tokens: Tokens; eraseRequests: EraseRequests }

export function createForget({ pool, tokens, eraseRequests }: Dependencies): Forget {
  return (held) =>
    inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      if (!(await tokens.hold(tx, held))) return false
      await eraseRequests(tx, await lockRequests(tx, [held.entryId]))
      return true
    })
}
