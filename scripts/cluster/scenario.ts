import type { Cluster } from './cluster.ts'

/** The options of a scenario. `seconds`: how long people join at least; `rate`: joins a second. */
export type Context = { cluster: Cluster; rate: number; seconds: number }

/** The results of a scenario. Times in milliseconds. */
export type Outcome = {
  joined?: number
  lost?: number
  doubled?: number
  /** The longest time in which nobody's join was acknowledged: the outage as visitors see it. */
  outage?: number
  /** From the promotion of the new primary until the first acknowledged join. */
  afterPromotion?: number
  /** From the first commit that the new primary acknowledged until the first acknowledged join. */
  afterWritable?: number
  longestWait?: number
  /** The number of each error that people met. */
  errors?: Record<string, number>
  /** Why it failed; empty when it passed. */
  faults: string[]
}

export type Scenario = { tells: string; run: (context: Context, name: string) => Promise<Outcome> }
