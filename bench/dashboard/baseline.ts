import { connectToRunning } from '../running-postgres.ts'

export type Baseline = Awaited<ReturnType<typeof openBaseline>>

/** Without rollups: every figure from the table. */
export const PLAIN_AGGREGATE = `
with live as (select * from waitlist_entries where erased_at is null)
select
  (select json_agg(d) from (
    select (created_at at time zone 'Europe/London')::date as day, job_industry, count(*),
      count(*) filter (where is_solo_provider) as solo, count(*) filter (where not is_solo_provider) as others
    from live group by 1, 2) as d) as days,
  (select json_agg(p) from (select price_range, count(*) from live group by 1) as p) as prices,
  (select json_agg(p) from (select problem, count(*) from live, unnest(problems) as problem group by 1) as p) as problems,
  (select json_agg(g) from (select goal, count(*) from live, unnest(goals) as goal group by 1) as g) as goals,
  (select json_agg(s) from (select utm ->> 'source', count(*) from live group by 1) as s) as sources`

const COLUMNS = `email, position, joined_position, referral_code, used_referral_code, referrals, business_name,
  is_solo_provider, job_industry, problems, other_problem, goals, other_goal, price_range, utm, created_at`

/** With PostgreSQL's own settings. */
export async function openBaseline(dataDir: string) {
  const client = await connectToRunning(dataDir)
  return {
    query: (sql: string, values: unknown[] = []) => client.query(sql, values),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

export async function scanFor({ query }: Baseline, text: string) {
  const sql = `select count(*)::int as matches from waitlist_entries
    where email ilike $1 or business_name ilike $1 or job_industry ilike $1`
  const values = [`%${text}%`]
  const { rows } = await query(sql, values)
  return { sql, values, matches: rows[0].matches as number }
}

/** Without a stream to write to, the driver reads PostgreSQL's data and drops it. */
export async function copyToNowhere({ query }: Baseline): Promise<void> {
  await query(`copy (select ${COLUMNS} from waitlist_entries) to stdout with (format csv)`)
}

/** Milliseconds; the runs follow one another. */
export async function timesOf(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const times = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}
