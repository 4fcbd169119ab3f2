import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { RecordExport } from '../listing/routes.ts'
import type { ExportParams } from './kinds/export.ts'
import * as queries from './store/act-queries.ts'

export function createRecordExport({ pool }: { pool: pg.Pool }): RecordExport {
  return async ({ query, actor }) => {
    const { sort: _sort, order: _order, columns, first = null, q, ids, wave, invitation, ...filters } = query
    const id = randomUUIDv7()
    const params: ExportParams = { rows: 0, columns: columns?.split(',') ?? null, first }
    const selection = {
      filters,
      has_search: Boolean(q ?? ids),
      ...(wave && { wave }),
      ...(invitation && { invitation }),
    }
    await inTransaction(pool, async (tx) => {
      await queries.insertAct(tx, { id, kind: 'export', params, facet: 'export', selection, actor })
      await queries.finishAct(tx, { id, state: 'done' })
    })
    return (rows) => queries.changeParams(pool, { id, params: { ...params, rows } })
  }
}
