import type { Observed } from './observe.ts'

/** The observed data of a newcomer, by which the rules judge. `at` is null if nothing was observed. */
export type NewTrace = Omit<Observed, 'at' | 'causes'> & { at: number | null }

/** The columns of `Observed` that the joining statement stores, for `json_to_recordset`. */
export const TRACE_RECORD = 'at bigint, block bigint, signals json'

/**
 * The parts of the joining statement that store what was observed. They read the query `fresh`, with an `id`, a
 * `joined_position` and a `referrer_id` that may be null. The signal `no-page` is stored only with a referrer.
 */
export const TRACES = `traces as (
      insert into join_traces (position, entry_id, referrer_id, at, block)
      select joined_position, id, referrer_id, to_timestamp(at / 1000.0), block from fresh where at is not null
    ), signs as (
      insert into entry_signals (entry_id, signal, at, version, points, evidence)
      select id, s.signal, clock_timestamp(), version, points, evidence from fresh
        cross join lateral json_to_recordset(signals) as s (signal text, version smallint, points smallint, evidence jsonb)
      where signals is not null and (referrer_id is not null or s.signal <> 'no-page')
    )`
