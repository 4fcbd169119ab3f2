import type pg from 'pg'
import type { Rest } from '../base/rest.ts'

/** `offenders` returns the rows that break the rule. */
export type Invariant = {
  rule: string
  unit: string
  count: string
  offenders: string | ((client: pg.ClientBase, most: number, rest: Rest) => Promise<object[]>)
}
