import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../src/server/db/client.ts'
import { chooseAccount, findBinaries } from '../../src/server/db/embedded/account.ts'
import { openCluster } from '../../src/server/db/embedded/cluster.ts'
import { launch, stop } from '../../src/server/db/embedded/supervisor.ts'

/** A PostgreSQL that the server under test does not manage. */
export async function ownPostgres(folder: string) {
  const account = await chooseAccount({ dataDir: folder, binaries: await findBinaries() })
  const cluster = await openCluster(account)
  const place = { account, cluster, socketDir: join(folder, 'socket'), log: join(folder, 'postgres.log') }
  let postmaster = await launch(place)
  return {
    place,
    connection: connectionTo(place.socketDir, cluster.secret),
    url: urlOf([place.socketDir], cluster.secret),
    start: async () => void (postmaster = await launch(place)),
    stop: () => stop(postmaster),
    [Symbol.asyncDispose]: () => stop(postmaster),
  }
}

/** A writable primary, and a read-only standby that follows it until it is promoted. */
export async function primaryAndStandby() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'pair-'))
  await mkdir(join(folder, 'one'))
  const primary = await ownPostgres(join(folder, 'one'))
  const { account, cluster, socketDir } = primary.place
  await primary.stop()
  const data = join(folder, 'two/postgres')
  await mkdir(join(folder, 'two'))
  execFileSync('cp', ['-a', cluster.folder, data])
  await writeFile(join(data, 'standby.signal'), '')
  const follows = `host=${socketDir} user=postgres password=${cluster.secret}`
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`)
  await primary.start()
  const place = {
    account,
    cluster: { ...cluster, folder: data },
    socketDir: join(folder, 'two/socket'),
    log: join(folder, 'log'),
  }
  const standby = await launch(place)
  return {
    primary,
    standby: connectionTo(place.socketDir, cluster.secret),
    url: urlOf([place.socketDir, socketDir], cluster.secret),
    async [Symbol.asyncDispose]() {
      await Promise.all([primary.stop(), stop(standby)])
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * A proxy whose target can be switched to another PostgreSQL. A switch does not affect open connections. While frozen,
 * the proxy accepts connections, but forwards no bytes.
 */
export async function changingAddress(target: Connection) {
  let current = target
  /** Each open socket, and the socket that gets its bytes. */
  const open = new Map<Socket, Socket>()
  const upstreams = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = connect(`${current.host}/.s.PGSQL.5432`)
    upstreams.add(upstream)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.set(one, other)
      if (!isFrozen) one.pipe(other)
      one.on('error', () => {}).on('close', () => (open.delete(one), other.destroy()))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const disconnect = () => open.forEach((_, socket) => socket.destroy())
  return {
    connection: { ...target, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    leadTo: (next: Connection) => void (current = next),
    freeze: () => {
      isFrozen = true
      open.forEach((other, one) => one.unpipe(other).pause())
    },
    thaw: () => {
      isFrozen = false
      open.forEach((other, one) => one.pipe(other))
    },
    /** Forwards no more answers on the open connections. */
    holdAnswers: () => open.forEach((other, one) => upstreams.has(one) && one.unpipe(other).pause()),
    disconnect,
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close')
      disconnect()
      await closed
    },
  }
}

function connectionTo(host: string, password: string) {
  return { host, port: 5432, user: 'postgres', password, database: 'postgres' }
}

function urlOf(socketDirs: string[], secret: string): string {
  return `postgres://postgres:${secret}@${socketDirs.map(encodeURIComponent).join(',')}/postgres`
}
