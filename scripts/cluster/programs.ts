import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The package of Debian that has each. */
const PACKAGES = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  etcd: 'etcd-server',
  patroni: 'patroni',
  patronictl: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

export function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES).filter(([program]) => spawnSync(program, ['--version']).error)
  return [...new Set(missing.map(([, name]) => name))]
}

/** PostgreSQL refuses to run as root. */
export const ACCOUNT = process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

type Options = { folder: string; env?: Record<string, string> }

export function startProgram(
  name: string,
  [file = '', ...args]: string[],
  { folder, env = {} }: Options,
): ChildProcess {
  const log = openSync(`${folder}/${name}.log`, 'a')
  const child = spawn(file, args, {
    ...ACCOUNT,
    cwd: folder,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  endWithThis(child)
  return child
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Also if this process is interrupted. */
export function endWithThis(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

export async function run([file = '', ...args]: string[], env: Record<string, string> = {}) {
  const child = spawn(file, args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const [code] = await once(child, 'close')
  return { code: code as number | null, output: output.trim() }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const TEMPLATES = join(import.meta.dirname, '../../docs/cluster')

/** As `envsubst` does. Returns its path. */
export function fillIn(template: string, { to, values }: { to: string; values: Record<string, string | number> }) {
  const text = readFileSync(join(TEMPLATES, template), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`${template} asks for ${name}`)
    return String(values[name])
  })
  writeFileSync(to, text)
  return to
}
