import type pg from 'pg'
import type { Config } from '../config.ts'
import type { App } from '../http/server.ts'
import { functionRoutes } from './function-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import type { Outside } from './outside.ts'
import type { RunningJobs } from './start-jobs.ts'
import { syncRoutes } from './sync-routes.ts'

export type JobDependencies = {
  pool: pg.Pool
  jobs: Pick<RunningJobs, 'boss' | 'enqueue'>
  outside: Outside
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'mailGaps'>
}

/** What the owner sees of the jobs and does about them. Register it where a session is required. */
export function jobRoutes(app: App, dependencies: JobDependencies) {
  functionRoutes(app, dependencies)
  syncRoutes(app, dependencies)
  integrationRoutes(app, dependencies)
  mailRoutes(app, dependencies)
}
