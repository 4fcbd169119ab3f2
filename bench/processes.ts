import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export type Server = AsyncDisposable & { address: string; process: ChildProcess; stop(): Promise<void> }

/** The program prints its address. */
export async function startServer(file: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = fork(file, { env: { ...process.env, ...env }, silent: true })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /http:\/\/localhost:\d+/.exec(output)
      if (found) resolve(found[0].replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error(`${file} did not start: ${output}`)))
  })
  const stop = async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { address, process: child, stop, [Symbol.asyncDispose]: stop }
}

/** Returns the last message. */
export async function runToEnd<Result>(
  file: string,
  args: string[],
  onMessage: (message: unknown) => void = () => {},
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const child = fork(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  let last: unknown
  child.on('message', (message) => {
    last = message
    onMessage(message)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return last as Result
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Microseconds. */
export function ownCpuMicroseconds(pid: number): number {
  return ((readStat(pid)?.ticks ?? 0) / TICKS_PER_SECOND) * 1e6
}

/** See proc_pid_stat(5): after the name come the state, the parent, and from the 14th field on the times. */
function readStat(pid: number): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const times = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), ticks: times.reduce((total, time) => total + time, 0) }
  } catch {
    return null
  }
}

/** Bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Bytes of a process and its descendants; shared memory is divided among all that share it. */
export function familyBytes(pid: number): number {
  const sizes = familyOf(pid).map((member) => /^Pss:\s+(\d+)/m.exec(readProcess(member, 'smaps_rollup'))?.[1] ?? 0)
  return sizes.reduce<number>((sum, size) => sum + Number(size) * 1024, 0)
}

export function familyOf(pid: number, parents = readParents()): number[] {
  const children = [...parents].filter(([, parent]) => parent === pid)
  return [pid, ...children.flatMap(([child]) => familyOf(child, parents))]
}

function readParents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return new Map(pids.map((pid) => [Number(pid), readStat(Number(pid))?.parent ?? 0]))
}

/** Empty if the process has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
