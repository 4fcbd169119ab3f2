import type { CountResponse } from '#shared/joining/join.ts'
import { ROUTES } from '#shared/routes.ts'
import { timeLimit } from '../timing/time-limit.ts'

/** Every visitor fetches it first, so it does without the code of `call`. */
export function fetchCount(): Promise<number> {
  return fetch(ROUTES.count.path, { signal: timeLimit(8_000) })
    .then((response) => response.json() as Promise<Partial<CountResponse>>)
    .then(({ count }) => {
      if (typeof count !== 'number') throw new Error('no count')
      return count
    })
}
