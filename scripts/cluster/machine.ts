import { type ChildProcess, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, isStopped, until } from '../../test/servers/process.ts'
import { openNetwork } from './link.ts'
import { at, type Name, NAMES, PASSWORDS, portsOf } from './places.ts'
import { ACCOUNT, fillIn, kill, startProgram } from './programs.ts'

const ANSWER_MS = 2_000

export type Machine = Awaited<ReturnType<typeof startMachine>>

export async function startMachine(name: Name, parent: string) {
  const ports = portsOf(name)
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o700 })
  if (ACCOUNT.uid !== undefined) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid)
  const network = await openNetwork([
    { port: ports.postgresLink, target: ports.postgres },
    { port: ports.patroniLink, target: ports.patroni },
    ...NAMES.map((other, index) => ({ port: ports.etcdLinks[index]!, target: portsOf(other).etcd })),
  ])
  const config = fillIn('patroni.yml', { to: join(folder, 'patroni.yml'), values: patroniValues(name, folder) })
  let patroni: ChildProcess
  start()

  function start() {
    // Otherwise Patroni asks etcd for its addresses, and bypasses the cable.
    patroni = startProgram('patroni', ['patroni', config], { folder, env: { PATRONI_ETCD_USE_PROXIES: 'true' } })
  }

  function signalAll(signal: NodeJS.Signals): number[] {
    return send(signal, [patroni.pid!, ...postgresPids(folder)])
  }

  async function isReached(): Promise<boolean> {
    const answer = fetch(`${at(ports.patroniLink)}/liveness`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return (await answer.catch(() => null)) !== null
  }

  return {
    name,
    folder,
    ports,
    config,
    start,
    /** Everything ends at once. */
    async losePower() {
      requirePostgres(folder)
      const pids = signalAll('SIGKILL')
      await kill(patroni)
      await until(() => !pids.some(isRunning))
    },
    losePostgres: () => killPostgres(folder),
    async freeze() {
      requirePostgres(folder)
      const pids = signalAll('SIGSTOP')
      await until(() => pids.every(isStopped))
    },
    async thaw() {
      const pids = signalAll('SIGCONT')
      await until(() => !pids.some(isStopped))
    },
    async cutOff() {
      if (!(await isReached())) throw new Error('The machine was cut off already')
      network.cut()
      if (await isReached()) throw new Error('The machine is still reached')
    },
    async mend() {
      network.mend()
      await until(isReached)
    },
    /** Patroni needs etcd to stop PostgreSQL. */
    async stop() {
      signalAll('SIGCONT')
      network.mend()
      const impatience = setTimeout(() => signalAll('SIGKILL'), 20_000)
      await kill(patroni, 'SIGTERM')
      clearTimeout(impatience)
      signalAll('SIGKILL')
      await network[Symbol.asyncDispose]()
    },
  }
}

function patroniValues(name: Name, folder: string) {
  const ports = portsOf(name)
  return {
    NAME: name,
    PATRONI_LISTEN: `127.0.0.1:${ports.patroni}`,
    PATRONI_ADDRESS: `127.0.0.1:${ports.patroniLink}`,
    ETCD_HOSTS: ports.etcdLinks.map((port) => `127.0.0.1:${port}`).join(','),
    NETWORK: '127.0.0.0/8',
    POSTGRES_LISTEN: `127.0.0.1:${ports.postgres}`,
    POSTGRES_ADDRESS: `127.0.0.1:${ports.postgresLink}`,
    POSTGRES_DATA: join(folder, 'postgres'),
    POSTGRES_SOCKETS: folder,
    PGPASS: join(folder, 'pgpass'),
    SUPERUSER_PASSWORD: PASSWORDS.superuser,
    REPLICATION_PASSWORD: PASSWORDS.replication,
    REWIND_PASSWORD: PASSWORDS.rewind,
  }
}

function send(signal: NodeJS.Signals, pids: number[]): number[] {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  }
  return pids
}

export async function killPostgres(folder: string): Promise<void> {
  const pids = send('SIGKILL', requirePostgres(folder))
  await until(() => !pids.some(isRunning))
}

/** Throws without any: a fault would then have no effect. */
function requirePostgres(folder: string): number[] {
  const pids = postgresPids(folder)
  if (pids.length === 0) throw new Error(`No PostgreSQL runs in ${folder}`)
  return pids
}

function postgresPids(folder: string): number[] {
  const file = join(folder, 'postgres/postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isRunning(postmaster)) return []
  const ids = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  const rows = ids.split('\n').map((line) => line.trim().split(/\s+/))
  const children = rows.filter(([, parent]) => Number(parent) === postmaster).map(([pid]) => Number(pid))
  // A file that a killed PostgreSQL left may name another program by now.
  const isPostgres = rows.some(([pid, , program]) => Number(pid) === postmaster && program === 'postgres')
  return isPostgres ? [postmaster, ...children] : []
}
