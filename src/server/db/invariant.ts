import type pg from 'pg'
import type { Rest } from '../base/rest.ts'

/** `offenders` returns the rows that break the rule: a statement, or a function where SQL cannot find them. */
export type Invariant = {
  rule: string
  unit: string
  count: string
  offenders: string | ((client: pg.ClientBase, most: number, rest: Rest) => Promise<object[]>)
}
