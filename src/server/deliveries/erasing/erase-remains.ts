import { type ErasingChannel, RECORD_AT, SERVICE_OF } from '#shared/owner/integrations.ts'
import type { Newsletter } from '../../outbox/integrations/newsletter.ts'
import type { Notion } from '../../outbox/integrations/notion.ts'
import { LONGEST_EMAIL } from '../../outbox/integrations/notion-properties.ts'
import type { Delivery, TakeTurn } from '../../outbox/channel.ts'
import { forgetStatisticsSoon } from '../../outbox/rows.ts'
import { hashContent } from '../services/records.ts'
import { dropRemains, readRemains, type Trace } from '../services/remains-queries.ts'
import { hideAddresses } from './forget-deliveries.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

/**
 * Deletes the subscriptions of an erased person: the one with their address, and the one that an earlier sync stored,
 * whose address the person may have changed there. Also runs for the former address of somebody who has a new one: if
 * they had unsubscribed, they stay unsubscribed.
 */
export function erasingFromNewsletter({ pool, newsletter }: { pool: Pool; newsletter: Newsletter }) {
  const channel = RECORD_AT[newsletter.service].erasedBy
  return erasing(pool, channel, async ({ email, remote_id, place }, takeTurn, entryId) => {
    await takeTurn()
    const found = await newsletter.find(email, null)
    if (!found) {
      await takeTurn()
      await newsletter.requirePlace()
    }
    // If they are still on the list, a later sync then knows them, finds no subscription, and leaves them alone.
    if (found?.standing === 'ended')
      await pool.query(
        `update outbox set remote_id = $2, content_hash = $3
         where subject = $1 and channel = $4 and friend_id is null`,
        [entryId, found.id, hashContent(newsletter.place, 'ended'), RECORD_AT[newsletter.service].filledBy],
      )
    const known = place === newsletter.place ? remote_id : null
    for (const id of new Set([found?.id, known])) {
      if (!id) continue
      await takeTurn()
      await newsletter.remove(id, takeTurn)
    }
  })
}

const MOST_PAGES = 100

/**
 * Puts every page of an erased person into Notion's trash: the page that an earlier delivery stored, and the pages that
 * a search for the address finds, because an attempt whose answer was lost may have created one.
 */
export function erasingFromNotion({ pool, notion }: { pool: Pool; notion: Notion }) {
  return erasing(pool, 'erase-from-notion', async ({ email, remote_id }, takeTurn) => {
    const trashed = new Set<string>()
    if (remote_id) await trash(remote_id)
    for (let found = await findRest(); found.length > 0; found = await findRest()) {
      for (const page of found) await trash(page)
    }

    async function trash(page: string) {
      await takeTurn()
      await notion.trashPage(page)
      trashed.add(page)
    }

    /** Leaves out the pages already put into the trash, because Notion's search may still return them for a while. */
    async function findRest(): Promise<string[]> {
      if (email.length > LONGEST_EMAIL) return []
      await takeTurn()
      return (await notion.findPages(email, MOST_PAGES)).filter((page) => !trashed.has(page))
    }
  })
}

/** Erases all data that the service may have about a person. It is idempotent, and takes a turn before each call. */
type Erase = (trace: Trace, takeTurn: TakeTurn, entryId: string) => Promise<void>

/** The service's error messages may quote the address, so they are stored without it. */
function erasing(pool: Pool, channel: ErasingChannel, erase: Erase): Delivery {
  return {
    service: SERVICE_OF[channel],
    async deliver({ subject: entry_id }, takeTurn) {
      const which = { entryId: entry_id, channel }
      const remains = await readRemains(pool, which)
      if (!remains) return { state: 'unchanged' }
      const traces = [remains, ...remains.earlier]
      try {
        for (const trace of traces) await erase(trace, takeTurn, entry_id)
      } catch (error) {
        if (error instanceof Error)
          error.message = hideAddresses(
            error.message,
            traces.map(({ email }) => email),
          )
        throw error
      }
      await inTransaction(pool, async (tx) => {
        await dropRemains(tx, which)
        await forgetStatisticsSoon(tx)
      })
      return { state: 'done' }
    },
  }
}
