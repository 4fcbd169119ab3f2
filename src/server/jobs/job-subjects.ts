import type { Transaction } from '../db/pool.ts'

/** SQL: the id of the entry or the message that a job of a channel is about; null for other jobs. */
export const SUBJECT_OF_JOB = `coalesce(data #>> '{bodies,0,entry_id}', data #>> '{bodies,0,message_id}')`

/** Creates the index with which erasing finds a person's jobs without reading all jobs. */
export async function indexJobSubjects(tx: Transaction): Promise<void> {
  const { rows } = await tx.query(`select to_regclass('pgboss.firstchair_subjects') is not null as is_there`)
  if (rows[0].is_there) return
  // The lock makes two servers that start at once create the index one after the other.
  await tx.query('lock table pgboss.job_common in share row exclusive mode')
  await tx.query(`create index if not exists firstchair_subjects on pgboss.job_common ((${SUBJECT_OF_JOB}))`)
}
