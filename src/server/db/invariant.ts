import type pg from 'pg'
import type { Rest } from '../base/rest.ts'

/**
 * A rule that the stored data must keep. `offenders` is a statement that returns the rows that break the rule. Where
 * SQL cannot find them, it is a function that returns at most `most` of them.
 */
export type Invariant = {
  rule: string
  unit: string
  count: string
  offenders: string | ((client: pg.ClientBase, most: number, rest: Rest) => Promise<object[]>)
}
