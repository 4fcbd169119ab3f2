import { randomUUIDv7 } from 'node:crypto'
import type { ImportQuery, ImportReport } from '#shared/list/imports.ts'
import type { Actor } from '../accounts/signed-in.ts'
import { inTransaction } from '../db/transaction.ts'
import { entriesOf } from '../importing/rows.ts'
import { writeNotes } from '../importing/report-file.ts'
import { stageImport } from '../importing/stage-import.ts'
import { beginAct, type Engine, insertEntries } from './create-act.ts'
import * as entryQueries from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'

type Import = { bytes: Buffer; query: ImportQuery }

export function previewImport({ pool }: Pick<Engine, 'pool'>, { bytes, query }: Import): Promise<ImportReport> {
  return inTransaction(pool, (tx) => stageImport(tx, bytes, { query, actId: null }))
}

export function writeReport({ pool }: Pick<Engine, 'pool'>, { bytes, query }: Import): Promise<Buffer> {
  return inTransaction(pool, async (tx) => {
    await stageImport(tx, bytes, { query, actId: null })
    return writeNotes(tx)
  })
}

export function importFile(
  { pool, kinds }: Engine,
  { bytes, query, actor }: Import & { actor: Actor },
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const id = randomUUIDv7()
    const report = await stageImport(tx, bytes, { query, actId: id })
    const params = { rows: report.rows, refused: report.refused.count, friends_move: query.friends_move === 'yes' }
    const act = { id, params, facet: kinds.import.facetOf({ id, params }) }
    await queries.insertAct(tx, { ...act, kind: 'import', selection: {}, actor })
    const total = await insertEntries(entryQueries.readIds(tx, entriesOf(id)), (ids) =>
      entryQueries.insertActEntries(tx, act, ids),
    )
    await beginAct(tx, { kinds, actId: id, total })
    return id
  })
}
