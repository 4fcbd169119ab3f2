import * as z from 'zod/mini'
import type { ReceiptsPage, ReceiptSums } from '#shared/joining/receipts.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable } from '../db/pool.ts'
import { sumOutcomes } from '../deliveries/erasing/outcomes.ts'
import { AppError } from '../base/errors.ts'
import { readReceipts } from '../erasing/read-receipts.ts'
import { readActRow, readChanged } from './log-queries.ts'
import { changedBy } from './store/entry-queries.ts'

const PAGE_SIZE = 50
const Key = z.guid()

type Page = { id: string; cursor?: string | undefined }

export async function readActReceipts(db: Queryable, { id, cursor }: Page): Promise<ReceiptsPage> {
  const after = parseCursor(Key, cursor)
  if ((await readActRow(db, id))?.kind !== 'erase') throw new AppError('not-found')
  const ids = await readChanged(db, { actId: id, after, limit: PAGE_SIZE + 1 }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(ids, PAGE_SIZE, (id) => id)
  return { receipts: await readReceipts(db, shown), next_cursor }
}

export async function readErased(db: Queryable, id: string): Promise<ReceiptsPage & { sums: ReceiptSums }> {
  return { sums: await sumOutcomes(db, changedBy(id)), ...(await readActReceipts(db, { id })) }
}
