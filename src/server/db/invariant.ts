import type pg from 'pg'

/** `offenders` is a statement, or a function that finds at most that many rows where no statement can. */
export type Invariant = {
  rule: string
  unit: string
  count: string
  offenders: string | ((client: pg.ClientBase, most: number) => Promise<object[]>)
}
