import type { Channel } from '#shared/owner/integrations.ts'
import { keptMessagesOf } from '../../contact/forget-messages.ts'
import type { Queryable } from '../../db/pool.ts'
import { livingOf, reachableOf } from '../../people/addresses/living.ts'
import type { Target } from '../../jobs/jobs.ts'

/** SQL: all of these ids, for channels that erase people from a service: the people may already be erased here. */
const erased = (ids: string) => `select id from (${ids}) as erased (id)`

/**
 * SQL: the ids of entries or messages for which a channel may still make deliveries. The rows are locked against
 * erasing until the transaction ends.
 */
export const KEPT_OF: Record<Channel, (ids: string) => string> = {
  'send-waitlist-email': livingOf,
  'send-referral-notification': livingOf,
  'send-place-link': reachableOf,
  'send-confirmation': reachableOf,
  'send-reminder': reachableOf,
  'send-address-confirmation': livingOf,
  'send-invitation': livingOf,
  'send-invitation-reminder': livingOf,
  'send-contact-message': keptMessagesOf,
  'add-to-notion': livingOf,
  'sync-to-beehiiv': livingOf,
  'erase-from-notion': erased,
  'erase-from-beehiiv': erased,
}

/** SQL: whether the query `kept` has `entry_id`, and also `friend_id` if there is one. */
export const IS_KEPT = `entry_id in (select id from kept) and (friend_id is null or friend_id in (select id from kept))`

/** Whether this delivery may still be made. Call this in the transaction that writes its job. */
export async function isKept(tx: Queryable, channel: Channel, { entry_id, friend_id }: Target): Promise<boolean> {
  const { rows } = await tx.query<{ is_kept: boolean }>(
    `with kept as materialized (${KEPT_OF[channel]('select unnest($3::uuid[])')})
     select ${IS_KEPT} as is_kept from (select $1::uuid as entry_id, $2::uuid as friend_id) as target`,
    [entry_id, friend_id, friend_id ? [entry_id, friend_id] : [entry_id]],
  )
  return rows[0]!.is_kept
}
