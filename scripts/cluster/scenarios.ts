import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Outcome } from './account.ts'
import { alone, type Loss } from './alone.ts'
import { type Fault, type Setting, underFault } from './crowd-run.ts'
import { NAMES, PASSWORDS, portsOf, PORTS } from './places.ts'
import { ACCOUNT, fillIn, kill, startProgram } from './programs.ts'

type Scenario = { tells: string; run: (context: Context, name: string) => Promise<Outcome> }

const LOST_POWER: Fault = {
  begin: (primary) => primary.losePower(),
  repair: (primary) => primary.start(),
  promotes: 'another',
}

/** Patroni starts it again, or promotes another machine. */
const KILLED_POSTGRES: Fault = { begin: (primary) => primary.losePostgres(), promotes: 'any' }

const FROZEN: Fault = {
  begin: (primary) => primary.freeze(),
  repair: (primary) => primary.thaw(),
  promotes: 'another',
}

/** The machine runs, but no byte reaches it or leaves it. */
const CUT_OFF: Fault = {
  begin: (primary) => primary.cutOff(),
  repair: (primary) => primary.mend(),
  promotes: 'another',
}

const SWITCHED_OVER: Fault = {
  begin: (_primary, _servers, cluster) => cluster.switchOver(),
  promotes: 'another',
}

const KILLED_SERVER: Fault = {
  begin: (_primary, servers) => servers.kill(0),
  repair: (_primary, servers) => servers.start(0),
}

/** No HAProxy: the servers find the primary. */
const SEVERAL_HOSTS: Setting = { ports: NAMES.map((name) => portsOf(name).postgresLink) }

const POOLED: Setting = { ports: [PORTS.pgbouncer] }

const during = (tells: string, fault: Fault, setting: Setting = {}): Scenario => ({
  tells,
  run: (context, name) => underFault(fault, context, { name, ...setting }),
})

/** By the names on the command line. */
export const SCENARIOS: Record<string, Scenario> = {
  power: during("the primary's machine is killed (-9)", LOST_POWER),
  postgres: during('PostgreSQL alone is killed (-9)', KILLED_POSTGRES),
  freeze: during('the primary freezes, thaws later', FROZEN),
  cut: during('the primary is cut off', CUT_OFF),
  switchover: during('switched over on purpose', SWITCHED_OVER),
  server: during('a Firstchair server is killed (-9)', KILLED_SERVER),
  'hosts-power': during('several hosts: killed (-9)', LOST_POWER, SEVERAL_HOSTS),
  'hosts-freeze': during('several hosts: frozen', FROZEN, SEVERAL_HOSTS),
  'hosts-cut': during('several hosts: cut off', CUT_OFF, SEVERAL_HOSTS),
  pgbouncer: throughPgBouncer('PgBouncer: switched over', during('', SWITCHED_OVER, POOLED).run),
  'alone-server': whileAlone('the only server is killed (-9)', { server: true, postgres: false }),
  'alone-postgres': whileAlone('its PostgreSQL is killed (-9)', { server: false, postgres: true }),
  'alone-power': whileAlone('both are killed (-9) at once', { server: true, postgres: true }),
}

function whileAlone(tells: string, loss: Loss): Scenario {
  return { tells, run: (context, name) => alone(loss, context, name) }
}

function throughPgBouncer(tells: string, run: Scenario['run']): Scenario {
  return {
    tells,
    async run(context, name) {
      await using _pgbouncer = startPgBouncer(context.cluster.machine('one').folder)
      return await run(context, name)
    },
  }
}

/** `folder`: of a machine, whose user may write there. */
function startPgBouncer(folder: string): AsyncDisposable {
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
