import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

export default async function setup(project: TestProject) {
  const { connection, log, stop } = await startPostgres()
  project.provide('connection', connection)
  project.provide('postgresLog', log)
  return stop
}
