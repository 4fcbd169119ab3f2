import type pg from 'pg'
import type { Rest } from '../base/rest.ts'

/**
 * `offenders` is a statement that returns the offending rows, or a function that finds at most `most` of them where SQL
 * cannot.
 */
export type Invariant = {
  rule: string
  unit: string
  count: string
  offenders: string | ((client: pg.ClientBase, most: number, rest: Rest) => Promise<object[]>)
}
