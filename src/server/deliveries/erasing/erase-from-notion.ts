import type pg from 'pg'
import type { Notion } from '../../integrations/notion.ts'
import { LONGEST_EMAIL } from '../../integrations/notion-properties.ts'
import type { Delivery } from '../delivery.ts'
import { dropRemains, readRemains } from './remains-queries.ts'

/** The most that Notion lists at a time. */
const MOST_PAGES = 100

/**
 * Puts every page of an erased person into Notion's trash: the known one, and those that a search for the address finds,
 * because an attempt whose answer was lost may have made one.
 */
export function createEraseFromNotion({
  pool,
  notion,
}: {
  pool: pg.Pool
  notion: Notion
}): Delivery<'erase-from-notion'> {
  return {
    service: 'notion',
    async deliver({ entry_id }, _claim, takeTurn) {
      const which = { entryId: entry_id, channel: 'erase-from-notion' } as const
      const remains = await readRemains(pool, which)
      if (!remains) return { state: 'unchanged' }
      const { email, remote_id } = remains
      const trashed = new Set<string>()
      if (remote_id) await trash(remote_id)
      for (let found = await findRest(); found.length > 0; found = await findRest()) {
        for (const page of found) await trash(page)
      }
      await dropRemains(pool, which)
      return { state: 'done' }

      async function trash(page: string) {
        await takeTurn()
        await notion.trashPage(page)
        trashed.add(page)
      }

      /** Notion's search may still find what has just been put into the trash. */
      async function findRest(): Promise<string[]> {
        if (email.length > LONGEST_EMAIL) return []
        await takeTurn()
        return (await notion.findPages(email, MOST_PAGES)).filter((page) => !trashed.has(page))
      }
    },
  }
}
