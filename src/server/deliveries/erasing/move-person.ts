import type { Transaction } from '../../db/pool.ts'
import { bothSpellings } from '../../base/email-key.ts'
import { enqueue, WITH_LAST } from '../../outbox/rows.ts'
import { forgetDetails } from '../sync/sync-queries.ts'
import { forgetInProblems } from './forget-in-problems.ts'
import { insertFormerRemains } from '../services/remains-queries.ts'
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
    `update outbox set delivered_at = null, remote_id = null, content_hash = null
     where subject = $1 and channel = 'sync-to-beehiiv' and state <> 'skipped'`,
    [id],
  )
  await tx.query('delete from mail_bounces where entry_id = $1', [id])
  await tx.query('update outbox set error = null where subject = $1', [id])
  await forgetDetails(tx, bothSpellings(from))
  await forgetInProblems(tx, bothSpellings(from))
  for (const { channel, is_sure } of left)
    await enqueue(tx, channel, [id], { afterSeconds: is_sure ? 0 : UNTIL_ARRIVED })
  for (const name of ['add-to-notion', 'sync-to-beehiiv', 'send-place-link'] as const) await enqueue(tx, name, [id])
}
