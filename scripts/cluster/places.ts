export const NAMES = ['one', 'two', 'three'] as const
export type Name = (typeof NAMES)[number]

/** Below the ephemeral ports of the system. */
const FIRST_PORT = 15_400

/** `…Link`: where the others reach it, through its cable. */
export function portsOf(name: Name) {
  const first = FIRST_PORT + NAMES.indexOf(name) * 20
  return {
    postgres: first,
    postgresLink: first + 1,
    patroni: first + 2,
    patroniLink: first + 3,
    etcd: first + 4,
    etcdPeer: first + 5,
    etcdLinks: NAMES.map((_, index) => first + 6 + index),
  }
}

export const PORTS = {
  haproxyPostgres: FIRST_PORT + 60,
  site: FIRST_PORT + 61,
  firstchair: [FIRST_PORT + 62, FIRST_PORT + 63],
  pgbouncer: FIRST_PORT + 64,
}

export const SITE = at(PORTS.site)

export const PASSWORDS = {
  superuser: 'superuser-of-a-test',
  replication: 'replication-of-a-test',
  rewind: 'rewind-of-a-test',
  firstchair: 'firstchair-of-a-test',
}

export function at(port: number): string {
  return `http://127.0.0.1:${port}`
}

export function databaseUrl(database: string, ports: number[] = [PORTS.haproxyPostgres]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const query = ports.length > 1 ? '?target_session_attrs=read-write' : ''
  return `postgres://firstchair:${PASSWORDS.firstchair}@${hosts}/${database}${query}`
}
