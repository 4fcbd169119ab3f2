import { alone, type Loss } from './alone.ts'
import { type Fault, type Setting, underFault } from './crowd-run.ts'
import { CUT_OFF, FROZEN, KILLED_POSTGRES, KILLED_SERVER, LOST_POWER, SWITCHED_OVER } from './faults.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { NAMES, portsOf, PORTS } from './places.ts'
import type { Scenario } from './scenario.ts'

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
