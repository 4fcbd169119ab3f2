import * as z from 'zod/mini'
import { CHANNELS, channelsOf } from '#shared/owner/integrations.ts'
import type { DeliveriesPage, DeliveriesQuery } from '#shared/owner/deliveries.ts'
import { readSenders } from '../../contact/read-message.ts'
import type { Queryable } from '../../db/pool.ts'
import { parseCursor, toPage } from '../../db/cursor.ts'
import { readAddresses } from '../../people/find-person.ts'
import { readDeliveries } from '../services/integration-queries.ts'

const PAGE_SIZE = 50

const Key = z.object({
  // Kept in PostgreSQL's format, because a JavaScript date would lose the microseconds.
  changed_at: z.string().check(z.regex(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/)),
  subject: z.uuid(),
  channel: z.enum(CHANNELS),
  friend_id: z.guid(),
})

export async function listDeliveries(db: Queryable, query: DeliveriesQuery): Promise<DeliveriesPage> {
  const { service, state, cursor } = query
  const after = parseCursor(Key, cursor)
  const rows = await readDeliveries(db, { channels: channelsOf(service), state, after, limit: PAGE_SIZE + 1 })
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ key }) => key)
  const ids = shown.map(({ entry_id }) => entry_id)
  const [people, senders] = await Promise.all([readAddresses(db, ids), readSenders(db, ids)])
  return {
    deliveries: shown.map(({ key: _key, ...row }) => ({
      ...row,
      email: (row.channel === 'send-contact-message' ? senders : people).get(row.entry_id) ?? '',
      changed_at: new Date(row.changed_at).toISOString(),
    })),
    next_cursor,
  }
}
