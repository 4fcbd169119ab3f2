import type pg from 'pg'
import type { Notion } from '../../integrations/notion.ts'
import { LONGEST_EMAIL } from '../../integrations/notion-properties.ts'
import { createEraseRemains } from './erase-remains.ts'

const MOST_PAGES = 100

/**
 * Puts every page of an erased person into Notion's trash: the page that an earlier delivery stored, and the pages that
 * a search for the address finds, because an attempt whose answer was lost may have created one.
 */
export function createEraseFromNotion({ pool, notion }: { pool: pg.Pool; notion: Notion }) {
  return createEraseRemains(pool, 'erase-from-notion', async ({ email, remote_id }, takeTurn) => {
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
