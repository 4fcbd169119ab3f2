import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../test/servers/process.ts'
import { startEtcd } from './etcd.ts'
import { startMachine } from './machine.ts'
import { at, type Name, NAMES, PASSWORDS, portsOf, PORTS } from './places.ts'
import { fillIn, kill, run, startProgram } from './programs.ts'
import { connect, watchPrimaries } from './watch.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A new database is a copy of files, which takes seconds on a busy machine. */
const PATIENCE_MS = 60_000

type Member = { name: Name; role: string; state: string; lag?: number | string }

export async function startCluster() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'firstchair-cluster-'))
  // The programs run as another user if this one is root.
  chmodSync(folder, 0o755)
  const etcd = await startEtcd(folder)
  const machines = await Promise.all(NAMES.map((name) => startMachine(name, folder)))
  const machine = (name: Name) => machines.find((one) => one.name === name)!
  const haproxy = startProgram('haproxy', ['haproxy', '-db', '-f', haproxyConfig(folder)], {
    folder: machines[0]!.folder,
  })
  const watch = watchPrimaries()
  const stop = async () => {
    await watch.stop()
    await kill(haproxy)
    await Promise.all(machines.map((one) => one.stop()))
    await etcd.stop()
  }
  try {
    await until(isWhole, 90)
    await onPrimary((client) => client.query(`create role firstchair login password '${PASSWORDS.firstchair}'`))
  } catch (error) {
    await stop()
    throw new Error(`The cluster does not come up; its logs are in ${folder}`, { cause: error })
  }

  /** Both standbys follow, and one of them is synchronous. */
  async function isWhole(): Promise<boolean> {
    const members = await readMembers()
    const roles = members.map(({ role }) => role).toSorted()
    const follows = members.every(({ role, state, lag }) => role === 'leader' || (state !== 'stopped' && lag === 0))
    return (
      roles.join() === 'leader,replica,sync_standby' &&
      follows &&
      members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
      members.find(({ role }) => role === 'leader')?.name === watch.primary()
    )
  }

  async function onPrimary(work: (client: Awaited<ReturnType<typeof connect>>) => Promise<unknown>): Promise<void> {
    const client = await connect(watch.primary()!, PATIENCE_MS)
    await work(client).finally(() => client.end())
  }

  return {
    folder,
    watch,
    machine,
    primary: () => machine(watch.primary()!),
    whole: () => until(isWhole, 120),
    async makeDatabase(name: string): Promise<AsyncDisposable> {
      await onPrimary((client) => client.query(`create database ${name} owner firstchair`))
      return {
        [Symbol.asyncDispose]: () => onPrimary((client) => client.query(`drop database ${name} with (force)`)),
      }
    },
    async switchOver() {
      const from = watch.primary()!
      const asked = ['--leader', from, '--candidate', await syncStandby(), '--force']
      const { code, output } = await run(['patronictl', '-c', machine(from).config, 'switchover', ...asked])
      if (code !== 0) throw new Error(`patronictl switchover: ${output}`)
    },
    stop,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** None while no Patroni answers. */
async function readMembers(): Promise<Member[]> {
  for (const name of NAMES) {
    const signal = AbortSignal.timeout(1_000)
    const answer = await fetch(`${at(portsOf(name).patroni)}/cluster`, { signal }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

async function syncStandby(): Promise<Name> {
  const standby = (await readMembers()).find(({ role }) => role === 'sync_standby')
  if (!standby) throw new Error('no standby acknowledges commits')
  return standby.name
}

function haproxyConfig(folder: string): string {
  const [one, two, three] = NAMES.map(portsOf) as [Ports, Ports, Ports]
  const [a, b] = PORTS.firstchair
  return fillIn('haproxy.cfg', {
    to: join(folder, 'haproxy.cfg'),
    values: {
      POSTGRES_BIND: `127.0.0.1:${PORTS.haproxyPostgres}`,
      POSTGRES_ONE: `127.0.0.1:${one.postgresLink}`,
      POSTGRES_TWO: `127.0.0.1:${two.postgresLink}`,
      POSTGRES_THREE: `127.0.0.1:${three.postgresLink}`,
      PATRONI_HOST_ONE: '127.0.0.1',
      PATRONI_HOST_TWO: '127.0.0.1',
      PATRONI_HOST_THREE: '127.0.0.1',
      PATRONI_PORT_ONE: one.patroniLink,
      PATRONI_PORT_TWO: two.patroniLink,
      PATRONI_PORT_THREE: three.patroniLink,
      SITE_BIND: `127.0.0.1:${PORTS.site}`,
      FIRSTCHAIR_A: `127.0.0.1:${a}`,
      FIRSTCHAIR_B: `127.0.0.1:${b}`,
    },
  })
}

type Ports = ReturnType<typeof portsOf>
