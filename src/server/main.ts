import { type Config, readConfig } from './config.ts'
import { explain } from './start-failure.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** The terminal sends Ctrl-C to this process, and npm sends it again, so one press arrives twice. */
const ONE_PRESS = 500

let server: RunningServer | undefined
let askedToStop = 0
let logLevel: string | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

try {
  const config = readConfig()
  logLevel = config.logLevel
  server = await startServer(config)
  console.log(banner(server, config))
  if (askedToStop > 0) await shutDown(server)
} catch (error) {
  console.error(explain(error, logLevel))
  process.exit(1)
}

/**
 * The first signal stops the server in good order, also during the start; the second stops it immediately. A service
 * manager sends SIGTERM, and then a proxy may be in front of the server. A person presses Ctrl-C and should not wait.
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

function banner({ address, database, newPassword }: RunningServer, { mailGaps }: Config): string {
  const missing = mailGaps.map(({ setting }) => setting).join(' and ')
  return [
    '',
    `  Firstchair   ${address}`,
    `  Database     ${database}`,
    ...(missing
      ? [`  Mail         not sent yet, kept: see to ${missing} (the dashboard says why, under Integrations)`]
      : []),
    ...(newPassword ? [`  Password     ${newPassword}   shown this once: keep it, it opens the dashboard`] : []),
    '',
    '  Next: open the address and join. Ctrl-C stops the server; settings go into .env (see .env.example).',
    '',
  ].join('\n')
}
