import * as z from 'zod/mini'
import type { ActDetail, ActRow, ActsPage, EntryAct, EntryActsPage, LogQuery } from '#shared/list/acts.ts'
import type { EntryLog } from '#shared/list/entry.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'
import { readEmails } from '../people/find-person.ts'
import { readEntryInvitations } from '../waves/read-waves.ts'
import type { ActKinds } from './kinds.ts'
import * as queries from './log-queries.ts'
import { readErased } from './read-act-receipts.ts'

const PAGE_SIZE = 50
const ENTRY_PAGE_SIZE = 20
const NOTES_SHOWN = 20

const ActKey = z.guid()
const AppliedKey = z.int()

type Log = { db: Queryable; kinds: ActKinds }
type Page = { cursor?: string | undefined }

export async function readActs({ db, kinds }: Log, { cursor, ...filters }: LogQuery): Promise<ActsPage> {
  const before = parseCursor(ActKey, cursor)
  const { timeZone } = await readCalendar(db)
  const rows = await queries.readActs(db, { ...filters, timeZone, before, limit: PAGE_SIZE + 1 }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, (row) => row.id)
  return { acts: shown.map((row) => withUndo(kinds, row)), next_cursor }
}

export async function readActDetail({ db, kinds }: Log, { id, cursor }: Page & { id: string }): Promise<ActDetail> {
  const after = parseCursor(ActKey, cursor)
  const act = await queries.readActRow(db, id)
  if (!act) throw new AppError('not-found')
  const rows = await queries.readSkipped(db, { actId: id, after, limit: PAGE_SIZE + 1 }).catch(refuseCursor)
  const reasons = rows.length === 0 && after === null ? [] : await queries.countReasons(db, id)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, (row) => row.entry_id)
  const emails = await readEmails(
    db,
    shown.map(({ entry_id }) => entry_id),
  )
  return {
    ...withUndo(kinds, act),
    reasons,
    skipped_people: shown.map(({ entry_id, reason }) => ({
      entry: { id: entry_id, email: emails.get(entry_id) ?? null },
      reason,
    })),
    next_cursor,
    erased: act.kind === 'erase' ? await readErased(db, id) : null,
  }
}

export async function readEntryActs(db: Queryable, { id, cursor }: Page & { id: string }): Promise<EntryActsPage> {
  const before = parseCursor(AppliedKey, cursor)
  const rows = await queries.readEntryActs(db, { entryId: id, before, limit: ENTRY_PAGE_SIZE + 1 }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, ENTRY_PAGE_SIZE, (row) => row.applied)
  return { acts: shown.map(({ applied: _applied, ...act }): EntryAct => act), next_cursor }
}

export async function readEntryLog(db: Queryable, id: string): Promise<EntryLog> {
  const labels = await queries.readLabels(db, { entryId: id, notes: NOTES_SHOWN })
  const { acts, next_cursor } = await readEntryActs(db, { id })
  const invitations = await readEntryInvitations(db, id)
  return { ...labels, acts, next_acts_cursor: next_cursor, invitations }
}

function withUndo(kinds: ActKinds, { is_left, ...act }: Omit<ActRow, 'can_undo'> & { is_left: boolean }): ActRow {
  const isOver = act.state === 'done' || act.state === 'stopped'
  const isFinal = kinds[act.kind].planUndo === null || act.undoes !== null
  return { ...act, can_undo: isOver && is_left && !isFinal }
}
