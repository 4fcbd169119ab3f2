import { keepVersions, setSite, siteOf } from '#shared/site/site.ts'
import { explain } from '../../src/server/base/start-failure.ts'
import { readConfig } from '../../src/server/base/config/config.ts'
import { type RunningServer, startServer } from '../../src/server/start-server.ts'

/* Runs one server after the other in this process: only the first has to load and compile the product. */

export type Started = Pick<RunningServer, 'address' | 'setupLink'>
/** The settings of the next server; null only ends the present one. */
export type Wanted = { settings: Record<string, string> | null }
export type Answer = { started: Started | null } | { failure: string }

let running: RunningServer | null = null

process.on('disconnect', () => process.exit())
process.on('message', (wanted: Wanted) => {
  replace(wanted).then(
    (started) => answer({ started }),
    (error: unknown) => answer({ failure: explain(error, undefined) }),
  )
})

async function replace({ settings }: Wanted): Promise<Started | null> {
  await running?.stop()
  running = null
  if (!settings) return null
  setSite(siteOf({}))
  keepVersions([])
  running = await startServer(readConfig({ LOG_LEVEL: 'silent', ...settings }, { mayBeCompleted: true }))
  const { address, setupLink } = running
  return { address, setupLink }
}

function answer(what: Answer) {
  process.send!(what)
}
