import type { Transaction } from '../../db/pool.ts'
import { bothSpellings } from '../../base/email-key.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { WITH_LAST } from '../outbox/delivery-queries.ts'
import { forgetDetails } from '../sync/sync-queries.ts'
import { forgetInProblems } from './forget-in-problems.ts'
import { insertFormerRemains } from '../outbox/remains-queries.ts'
import { UNTIL_ARRIVED } from '../outbox/service-queries.ts'

/**
 * Tells the services about a person's new address: Beehiiv deletes the old subscription, as for an erased person, and
 * gets a new one; Notion changes the page. The person gets the link to their place at the new address. Call this in the
 * transaction that found none of their deliveries in flight.
 */
export async function movePerson(tx: Transaction, { id, from }: { id: string; from: string }): Promise<void> {
  const left = await insertFormerRemains(tx, { id, email: from })
  await tx.query(
    `update deliveries set delivered_at = null, earlier = ${WITH_LAST}
     where entry_id = $1 and channel = 'send-place-link'`,
    [id],
  )
  // Skipped deliveries stay as they are: these people want no newsletter.
  await tx.query(
    `update deliveries set delivered_at = null, remote_id = null, content_hash = null
     where entry_id = $1 and channel = 'sync-to-beehiiv' and state <> 'skipped'`,
    [id],
  )
  await tx.query('delete from mail_bounces where entry_id = $1', [id])
  await tx.query('update deliveries set error = null where entry_id = $1', [id])
  await forgetDetails(tx, bothSpellings(from))
  await forgetInProblems(tx, bothSpellings(from))
  for (const { channel, is_sure } of left)
    await enqueue(tx, channel, [{ entry_id: id }], { afterSeconds: is_sure ? 0 : UNTIL_ARRIVED })
  for (const name of ['add-to-notion', 'sync-to-beehiiv', 'send-place-link'] as const)
    await enqueue(tx, name, [{ entry_id: id }])
}
