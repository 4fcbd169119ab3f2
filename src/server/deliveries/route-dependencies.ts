import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Outside } from './outside.ts'
import type { RunningJobs } from './start-jobs.ts'

/** What the routes of deliveries need. */
export type RouteDependencies = {
  pool: pg.Pool
  jobs: Pick<RunningJobs, 'boss' | 'enqueue'>
  outside: Outside
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'mailGaps'>
}
