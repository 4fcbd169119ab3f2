import type { Line, LetIn } from '#shared/joining/place.ts'
import type { Queryable } from '../db/pool.ts'
import { readLines } from '../places/read-lines.ts'
import { readLetIn } from '../waves/read-let-in.ts'

/** The part of a place that other people can change. */
export type Surroundings = Line & { let_in: LetIn[] }

export async function readSurroundings(db: Queryable, ids: string[]): Promise<Map<string, Surroundings>> {
  const [lines, let_in] = await Promise.all([readLines(db, ids), readLetIn(db)])
  return new Map([...lines].map(([id, line]) => [id, { ...line, let_in }]))
}
