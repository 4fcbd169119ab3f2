import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../test/servers/process.ts'
import { at, NAMES, portsOf } from './places.ts'
import { ACCOUNT, fillIn, kill, startProgram } from './programs.ts'

/** No fault touches them: they are on machines of their own (docs/cluster.md). */
export async function startEtcd(parent: string) {
  const programs = NAMES.map((name) => {
    const folder = join(parent, `etcd-${name}`)
    mkdirSync(folder, { mode: 0o700 })
    if (ACCOUNT.uid !== undefined) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid)
    const config = fillIn('etcd.yml', {
      to: join(folder, 'etcd.yml'),
      values: {
        NAME: name,
        ETCD_DATA: join(folder, 'data'),
        ETCD_CLIENT: `127.0.0.1:${portsOf(name).etcd}`,
        ETCD_PEER: `127.0.0.1:${portsOf(name).etcdPeer}`,
        ETCD_CLUSTER: NAMES.map((other) => `${other}=${at(portsOf(other).etcdPeer)}`).join(','),
      },
    })
    return startProgram('etcd', ['etcd', '--config-file', config], { folder })
  })
  // Debian's Patroni ends if the etcds have not found each other yet.
  await Promise.all(NAMES.map((name) => until(() => hasCluster(portsOf(name).etcd), 60)))
  return { stop: () => Promise.all(programs.map((program) => kill(program))) }
}

async function hasCluster(port: number): Promise<boolean> {
  const answer = await fetch(`${at(port)}/version`).catch(() => null)
  return answer?.ok === true && ((await answer.json()) as { etcdcluster: string }).etcdcluster !== 'not_decided'
}
