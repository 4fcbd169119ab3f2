import type { Filters } from '#shared/list/filters.ts'
import { toSearch } from '#shared/list/search.ts'
import type { Queryable } from '../db/pool.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { findCode } from '../people/read-code.ts'

/** Who searches for a position, a code or a whole address wants to find that person, whenever they joined. */
export async function widenRange<Query extends Partial<Filters>>(db: Queryable, query: Query): Promise<Query> {
  const isNamed = query.q !== undefined && (await namesSomebody(db, query.q))
  return isNamed ? { ...query, range: 'all', from: undefined, to: undefined } : query
}

async function namesSomebody(db: Queryable, q: string): Promise<boolean> {
  const search = toSearch(q)
  if (!('code' in search)) return true
  if (search.code !== null && (await findCode(db, search.code)) !== null) return true
  return search.email !== null && (await findIdsByEmail(db, [search.email])).size > 0
}
