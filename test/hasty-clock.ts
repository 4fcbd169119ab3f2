import { type Clock, systemClock } from 'pg-boss'

const HASTE = 5

/**
 * Makes the queue's timers five times as fast, so that workers look for jobs five times a second. Its dates stay real.
 */
export const hastyClock: Clock = {
  ...systemClock,
  setTimeout: (fn, ms) => systemClock.setTimeout(fn, ms / HASTE),
  setInterval: (fn, ms) => systemClock.setInterval(fn, ms / HASTE),
}
