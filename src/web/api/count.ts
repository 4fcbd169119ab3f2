import type { CountResponse } from '#shared/joining/join.ts'
import { firstCalls } from '#shared/site/page-paths.ts'
import { timeLimit } from '../timing/time-limit.ts'

/** Throws if the server cannot be reached or sends no number. */
export async function fetchCount(): Promise<number> {
  const response = await fetch(firstCalls.count, { signal: timeLimit(8_000) })
  const { count } = (await response.json()) as Partial<CountResponse>
  if (typeof count !== 'number') throw new Error(`The count answered ${response.status}`)
  return count
}
