import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORDS, PORTS } from './places.ts'
import { ACCOUNT, kill, startProgram } from './programs.ts'
import { fillIn } from './templates.ts'

/** `folder`: of a machine, whose user may write there. */
export function startPgBouncer(folder: string): AsyncDisposable {
  const users = join(folder, 'pgbouncer-users.txt')
  writeFileSync(users, `"firstchair" "${PASSWORDS.firstchair}"\n`, { mode: 0o600 })
  if (ACCOUNT.uid !== undefined) chownSync(users, ACCOUNT.uid, ACCOUNT.gid)
  const config = fillIn('pgbouncer.ini', {
    to: join(folder, 'pgbouncer.ini'),
    values: {
      POSTGRES_HOST: '127.0.0.1',
      POSTGRES_PORT: PORTS.haproxyPostgres,
      PGBOUNCER_HOST: '127.0.0.1',
      PGBOUNCER_PORT: PORTS.pgbouncer,
      PGBOUNCER_USERS: users,
    },
  })
  const pgbouncer = startProgram('pgbouncer', ['pgbouncer', config], { folder })
  return { [Symbol.asyncDispose]: () => kill(pgbouncer, 'SIGTERM') }
}
