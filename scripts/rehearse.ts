/*
 * A whole launch on made-up people, with its own database, mail server and product. `--keep`: leaves everything running
 * at the end; `--small`: a tenth of the people; `--demo` (`npm run demo`): people join until somebody ends it.
 */
const OPTIONS = ['--keep', '--small', '--demo']
const isDemo = process.argv.includes('--demo')
const INTERRUPTED = 130

const options = process.argv.slice(2)
const unknown = options.find((option) => !OPTIONS.includes(option))
const parts = new AsyncDisposableStack()
let stopping: Promise<void> | undefined
// npm forwards Ctrl-C to a process that already got it from the terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupt())

if (unknown) {
  console.error(`npm run rehearse knows ${OPTIONS.join(' and ')}, and not ${unknown}.`)
  process.exitCode = 1
} else await rehearse()

async function rehearse(): Promise<void> {
  const began = performance.now()
  try {
    const { demonstrate, openStage, play, SMALL, WHOLE } = await load()
    const stage = await openStage(parts, { isLive: isDemo })
    if (isDemo) return await demonstrate(stage)
    console.log('A rehearsal on made-up people. Nothing leaves this computer.')
    console.log(`Watch it at ${stage.dashboard}\nwith the password ${stage.password}\n`)
    await play(stage, options.includes('--small') ? SMALL : WHOLE, console.log)
    console.log(`\nThe rehearsal went well, in ${Math.round((performance.now() - began) / 1_000)} s.`)
    process.exitCode = 0
    if (!options.includes('--keep')) return await close()
    console.log(`Look around at ${stage.dashboard}\nCtrl-C ends the rehearsal and removes everything it made.`)
  } catch (error) {
    // Requests that are under way fail when the servers stop.
    if (stopping) return
    console.error(
      `\nThe ${isDemo ? 'demo' : 'rehearsal'} failed: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = 1
    await close()
  }
}

/** Imported here, to explain a missing development package: its mail server needs one. */
async function load() {
  try {
    const parts = [
      import('./rehearse/stage.ts'),
      import('./rehearse/play.ts'),
      import('./rehearse/demonstrate.ts'),
    ] as const
    const [stage, play, demo] = await Promise.all(parts)
    return { ...stage, ...play, ...demo }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new Error('it needs the packages for development. Run npm install, then the same command again.', {
      cause: error,
    })
  }
}

async function interrupt(): Promise<void> {
  if (!stopping) console.log('\nStopping ...')
  await close()
  process.exit(process.exitCode ?? INTERRUPTED)
}

function close(): Promise<void> {
  stopping ??= parts.disposeAsync()
  return stopping
}
