import { NEWSLETTERS, RECORD_AT } from '#shared/owner/integrations.ts'
import type { Transaction } from '../../db/pool.ts'
import { bothSpellings } from '../../base/email-key.ts'
import { enqueue, refreshRecords, WITH_LAST } from '../../outbox/rows.ts'
import { forgetDetails } from '../sync/sync-queries.ts'
import { forgetInProblems } from './forget-in-problems.ts'
import { insertFormerRemains, MOVED_ALONG } from '../services/remains-queries.ts'
import { UNTIL_ARRIVED } from '../../outbox/service-queries.ts'

/** Call this in the transaction that found none of their deliveries in flight. */
export async function movePerson(tx: Transaction, { id, from }: { id: string; from: string }): Promise<void> {
  const left = await insertFormerRemains(tx, { id, email: from })
  await tx.query(
    `update outbox set delivered_at = null, earlier = ${WITH_LAST}
     where subject = $1 and channel = 'send-place-link'`,
    [id],
  )
  // Skipped deliveries stay as they are: these people want no newsletter.
  await tx.query(
    `update outbox set delivered_at = null, remote_id = case when channel = any($3) then remote_id end,
       content_hash = case when channel = any($3) then split_part(content_hash, ' ', 1) || ' moved' end
     where subject = $1 and channel = any($2) and state <> 'skipped'`,
    [id, NEWSLETTERS.map((service) => RECORD_AT[service].filledBy), MOVED_ALONG],
  )
  await tx.query('delete from mail_bounces where entry_id = $1', [id])
  await tx.query('update outbox set error = null where subject = $1', [id])
  await forgetDetails(tx, bothSpellings(from))
  await forgetInProblems(tx, bothSpellings(from))
  for (const { channel, is_sure } of left)
    await enqueue(tx, channel, [id], { afterSeconds: is_sure ? 0 : UNTIL_ARRIVED })
  await refreshRecords(tx, [id])
  await enqueue(tx, 'send-place-link', [id])
}
