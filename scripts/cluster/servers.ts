import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, start, until } from '../../test/servers/process.ts'
import { at, PORTS } from './places.ts'
import { endWithThis } from './programs.ts'

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

const READY_SECONDS = 60
const ANSWER_MS = 10_000

/** `url`: by default, the embedded database. `ports`: one for each server. */
type Options = { url?: string; folder: string; env?: Record<string, string>; ports?: number[] }

export type Servers = Awaited<ReturnType<typeof startServers>>

/** By default the two behind HAProxy. */
export async function startServers(options: Options) {
  const { ports = PORTS.firstchair } = options
  const programs = ports.map((_, index) => startOne(index, options)) as [Program, Program]
  const ready = (index: number) => isReady(programs[index]!, at(ports[index]!))
  await Promise.all(programs.map((_, index) => ready(index)))
  return {
    async kill(index: 0 | 1) {
      const { child, end } = programs[index]
      child.kill('SIGKILL')
      const { stdout, stderr } = await end
      if (child.signalCode !== 'SIGKILL')
        throw new Error(`The server was gone before it was killed: ${stdout} ${stderr}`)
    },
    async start(index: 0 | 1) {
      programs[index] = startOne(index, options)
      await ready(index)
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of programs) child.kill('SIGINT')
      const impatience = setTimeout(() => programs.forEach(({ child }) => child.kill('SIGKILL')), 30_000)
      await Promise.all(programs.map(({ end }) => end))
      clearTimeout(impatience)
    },
  }
}

function startOne(index: number, { url, folder, env }: Options): Program {
  const program = start([process.execPath, MAIN], {
    env: {
      ...(url && { DATABASE_URL: url }),
      DATA_DIR: join(folder, `data-${index}`),
      PORT: String(PORTS.firstchair[index]),
      ADMIN_PASSWORD: 'the password of the owner',
      TRUST_PROXY: 'loopback',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  endWithThis(program.child)
  mkdirSync(folder, { recursive: true })
  // What the program returns of its output is lost if a scenario fails.
  const log = createWriteStream(join(folder, `server-${index}.log`), { flags: 'a' })
  program.child.stdout!.pipe(log, { end: false })
  program.child.stderr!.pipe(log, { end: false })
  return program
}

async function isReady({ end }: Program, address: string): Promise<void> {
  let ended: Awaited<typeof end> | undefined
  void end.then((outcome) => (ended = outcome))
  let answer = ''
  const isOk = async () => {
    if (ended) throw new Error(`The server ended: ${ended.stdout} ${ended.stderr}`)
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(`${address}/readyz`, { signal }).catch((error: Error) => error)
    answer =
      response instanceof Error ? String(response.cause ?? response) : `${response.status} ${await response.text()}`
    return response instanceof Response && response.ok
  }
  await until(isOk, READY_SECONDS).catch((cause: unknown) => {
    throw ended
      ? cause
      : new Error(`The server is not ready after ${READY_SECONDS} s; it answers: ${answer}`, { cause })
  })
}
