import type { Answers } from '#shared/site/answers.ts'
import { MAX_REVISIONS_PER_ENTRY, MAX_SUBMISSIONS_PER_ENTRY } from '#shared/joining/joining-again.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'

/** `is_unproven`: these answers came from a browser that held no token of the entry. */
export type NewRevision = { id: string; entry_id: string; answers: Answers; is_unproven: boolean }
export type EarlierSubmission = { submission_id: string; position: number; referral_code: string; is_new: boolean }
export type NewSubmission = EarlierSubmission & { entry_id: string }

export async function insertRevisions(tx: Transaction, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return
  await tx.query(
    `insert into entry_revisions (id, entry_id, answers, is_unproven)
     select * from json_to_recordset($1) as t (id uuid, entry_id uuid, answers jsonb, is_unproven boolean)`,
    [JSON.stringify(revisions)],
  )
}

export async function insertSubmissions(tx: Transaction, submissions: NewSubmission[]): Promise<void> {
  if (submissions.length === 0) return
  await tx.query(
    `insert into submissions (entry_id, submission_id, position, referral_code, is_new)
     select * from json_to_recordset($1)
       as t (entry_id uuid, submission_id text, position integer, referral_code text, is_new boolean)`,
    [JSON.stringify(submissions)],
  )
}

/**
 * Deletes all but the newest earlier answers and submissions of these entries, so that joining again does not grow the
 * tables.
 */
export async function dropOldest(tx: Transaction, entryIds: string[]): Promise<void> {
  if (entryIds.length === 0) return
  await tx.query(
    `with revisions as (
       delete from entry_revisions where id in (
         select id from (
           select id, row_number() over (partition by entry_id order by replaced_at desc, id desc) as place
           from entry_revisions where entry_id = any($1)) as newest_first
         where place > ${MAX_REVISIONS_PER_ENTRY})
     )
     delete from submissions where (entry_id, submission_id) in (
       select entry_id, submission_id from (
         select entry_id, submission_id,
           row_number() over (partition by entry_id order by created_at desc, submission_id) as place
         from submissions where entry_id = any($1)) as newest_first
       where place > ${MAX_SUBMISSIONS_PER_ENTRY})`,
    [entryIds],
  )
}

/** The server's answers to an entry's submissions, oldest first. */
export async function readSubmissions(
  db: Queryable,
  entryId: string,
): Promise<{ created_at: Date; position: number; referral_code: string }[]> {
  const { rows } = await db.query(
    'select created_at, position, referral_code from submissions where entry_id = $1 order by created_at',
    [entryId],
  )
  return rows
}
