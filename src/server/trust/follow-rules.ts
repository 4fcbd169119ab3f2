import type { Queryable } from '../db/pool.ts'
import { type ActiveRules, NO_RULES, readRules } from './rules.ts'

const FRESH_MS = 2_000

/**
 * The owner's rules, cached for some seconds while people join. Joining never waits for them, because judging checks
 * them again.
 */
export function followRules(db: Queryable): () => ActiveRules {
  let rules = NO_RULES
  let readAt = -Infinity
  return () => {
    if (performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      void readRules(db).then(
        (read) => (rules = read),
        () => {},
      )
    }
    return rules
  }
}
