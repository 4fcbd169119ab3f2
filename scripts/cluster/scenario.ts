import type { Cluster } from './cluster.ts'

/** `seconds`: at least; `rate`: joins a second. */
export type Context = { cluster: Cluster; rate: number; seconds: number }

/** Times in milliseconds. */
export type Outcome = {
  joined?: number
  lost?: number
  doubled?: number
  /** In which nobody's join was acknowledged: as visitors see it. */
  outage?: number
  /** Until the first acknowledged join. */
  afterPromotion?: number
  /** From its first acknowledged commit to the first acknowledged join. */
  afterWritable?: number
  longestWait?: number
  errors?: Record<string, number>
  /** Empty when it passed. */
  faults: string[]
}

export type Scenario = { tells: string; run: (context: Context, name: string) => Promise<Outcome> }
