import type { Transaction } from '../../db/pool.ts'
import { enqueue } from '../enqueue.ts'

/**
 * Mails these people the link to their own place, except those who were mailed one within the last day, or whose mail is
 * on its way. A time in the future is a clock's fault, and counts as long ago.
 */
export async function askForLinks(tx: Transaction, ids: string[]): Promise<void> {
  const { rows } = await tx.query<{ entry_id: string }>(
    `select id as entry_id from unnest($1::uuid[]) as asked (id) where not exists (
       select from deliveries where entry_id = asked.id and channel = 'send-place-link'
         and (state in ('queued', 'sending', 'waiting', 'retrying', 'not set up')
           or changed_at between now() - interval '1 day' and now()))`,
    [ids],
  )
  await enqueue(tx, 'send-place-link', rows)
}
