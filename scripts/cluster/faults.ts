import type { Fault } from './crowd-run.ts'

export const LOST_POWER: Fault = {
  begin: (primary) => primary.losePower(),
  repair: (primary) => primary.start(),
  promotes: 'another',
}

/** Patroni starts it again, or promotes another machine. */
export const KILLED_POSTGRES: Fault = { begin: (primary) => primary.losePostgres(), promotes: 'any' }

export const FROZEN: Fault = {
  begin: (primary) => primary.freeze(),
  repair: (primary) => primary.thaw(),
  promotes: 'another',
}

/** The machine runs, but no byte reaches it or leaves it. */
export const CUT_OFF: Fault = {
  begin: (primary) => primary.cutOff(),
  repair: (primary) => primary.mend(),
  promotes: 'another',
}

export const SWITCHED_OVER: Fault = {
  begin: (_primary, _servers, cluster) => cluster.switchOver(),
  promotes: 'another',
}

export const KILLED_SERVER: Fault = {
  begin: (_primary, servers) => servers.kill(0),
  repair: (_primary, servers) => servers.start(0),
}
