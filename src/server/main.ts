import { environment, readConfig } from './base/config/config.ts'
import { findSettingWarnings } from './settings/setting-warnings.ts'
import { explain } from './base/start-failure.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * Signals within this many milliseconds count as one. npm forwards Ctrl-C to a process that already got it from the
 * terminal, so one press arrives twice.
 */
const ONE_PRESS = 500

let server: RunningServer | undefined
let askedToStop = 0
let logLevel: string | undefined
// A line that cannot be written, for example because the disk is full, must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

try {
  for (const warning of findSettingWarnings(environment())) console.warn(warning)
  const config = readConfig(undefined, { mayBeCompleted: true })
  logLevel = config.logLevel
  server = await startServer(config)
  console.log(banner(server))
  if (askedToStop > 0) await shutDown(server)
} catch (error) {
  console.error(explain(error, logLevel))
  process.exit(1)
}

/**
 * Stops gracefully at the first signal, even during the start, and at once at the second. A service manager sends
 * SIGTERM and there may be a proxy in front, so the server drains first. A person who presses Ctrl-C does not have to
 * wait.
 */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (askedToStop > 0 && Date.now() - askedToStop < ONE_PRESS) return
  if (askedToStop > 0) process.exit(1)
  askedToStop = Date.now()
  if (server) await shutDown(server, { drains: signal === 'SIGTERM' })
}

async function shutDown(running: RunningServer, options?: { drains: boolean }): Promise<void> {
  console.log('Stopping …')
  const failure = await running.stop(options).catch((error: unknown) => explain(error, logLevel))
  if (failure) console.error(failure)
  process.exit(failure ? 1 : 0)
}

function banner({ address, database, setupLink, isHeld, mailGaps }: RunningServer): string {
  const missing = mailGaps.map(({ setting }) => setting).join(' and ')
  return [
    '',
    `  Firstchair   ${address}`,
    `  Database     ${database}`,
    ...(missing
      ? [`  Mail         not sent yet, kept: set ${missing} (the dashboard says why, in Settings, Mail)`]
      : []),
    ...(isHeld ? ['  Sending      held, because the list was restored: release it in the dashboard, in Settings'] : []),
    ...(setupLink
      ? [`  Dashboard    ${setupLink}`, '               Open this link within an hour, once, to choose its password.']
      : []),
    '',
    '  Next: open the address and join. Ctrl-C stops the server; settings go into .env (see .env.example).',
    '',
  ].join('\n')
}
