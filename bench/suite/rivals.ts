import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { findRunning } from '../../src/server/db/embedded/postgres.ts'
import type { Lists } from '../lists.ts'
import type { Report } from '../report.ts'
import { whole, withSpread } from '../statistics.ts'

const COLUMNS = `id, email, joined_position, referral_code, newest_code, business_name, is_solo_provider, job_industry,
  problems, goals, price_range, elapsed_ms`
const WIDTH = 12
const COPIED = 50_000
/** PostgreSQL allows 60 connections in all. */
const AT_ONCE = 32

type Rival = { what: string; run: (client: pg.Client, round: number) => Promise<{ rows: number; took: number }> }

/** The same rows in PostgreSQL alone, and joining from the browser as the specification has it. */
export async function benchRivals(
  report: Report,
  lists: Lists,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  report.section(
    'PostgreSQL alone',
    `The same rows into a table with all indexes of \`waitlist_entries\` and nothing else: no lookup, no code, no credit,
no listing, no sums, no HTTP. One connection, flushed to the disk with each statement. Last, five round trips for each
join, as a browser would make them, ${AT_ONCE} at a time, straight to PostgreSQL. ${rounds} rounds of ${seconds} s.`,
  )
  lists.copy('empty', 'run')
  await using _server = await lists.start('run')
  const connection = (await findRunning(lists.dataDir('run')))!
  const client = new pg.Client(connection)
  // Without a handler, the end of the server would hide the error that led to it.
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  await client.query('create table rival (like waitlist_entries including all)')
  await client.query(`create table steps (id uuid primary key, email text, position integer, referral_code text,
    used_referral_code text, referrals integer, business_name text, is_solo_provider boolean, job_industry text,
    problems text[], goals text[], price_range text, created_at timestamptz default now());
    create index on steps (email); create index on steps (referral_code)`)
  const pool = new pg.Pool({ ...connection, max: AT_ONCE })
  pool.on('error', (error) => console.error(error.message))
  let people = 0

  const rivals: Rival[] = [
    { what: 'insert of 64 rows', run: (client) => insert(client, 64) },
    { what: 'insert of 256 rows', run: (client) => insert(client, 256) },
    { what: `copy of ${whole(COPIED)} rows`, run: copy },
    { what: 'five round trips per join', run: joinInSteps },
  ]
  const rates = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, run } of rivals) {
      const { rows, took } = await run(client, round)
      rates.set(what, [...(rates.get(what) ?? []), (rows / took) * 1_000])
    }
  }
  report.table([...rates].map(([what, values]) => ({ what, 'rows/s': withSpread(values) })))
  const { rows } = await pool.query(
    'select count(*) - count(distinct position) as twice, count(*) as people from steps',
  )
  report.say(
    `Of the ${whole(Number(rows[0].people))} who joined in five round trips, ${whole(Number(rows[0].twice))} have a place that somebody else has too.`,
  )
  await pool.end()
  await client.end()

  function person(): unknown[] {
    people += 1
    const code = people.toString(36).toUpperCase().padStart(6, '0')
    const email = `rival-${people}@example.com`
    const problems = ['Managing tasks while fulfilling services', 'Challenges in expanding your client base']
    const goals = ['Increase my number of bookings', 'Connect with mentors']
    return [crypto.randomUUID(), email, people, code, code, 'The Corner Chair', people % 2 === 0, 'Hairdresser'].concat(
      [problems, goals, '£10 - £30/month', 60_000] as never[],
    )
  }

  async function insert(client: pg.Client, size: number) {
    const tuples = Array.from({ length: size }, (_, row) => `(${places(row * WIDTH)})`)
    const text = `insert into rival (${COLUMNS}) values ${tuples.join(', ')}`
    const began = performance.now()
    let rows = 0
    while (performance.now() - began < seconds * 1_000) {
      const values = Array.from({ length: size }, person).flat()
      await client.query({ name: `insert ${size}`, text, values })
      rows += size
    }
    return { rows, took: performance.now() - began }
  }

  async function copy(client: pg.Client) {
    const lines = Array.from({ length: COPIED }, () => `${person().map(toCsv).join(',')}\n`)
    const began = performance.now()
    await pipeline([lines.join('')], client.query(copyFrom(`copy rival (${COLUMNS}) from stdin (format csv)`)))
    return { rows: COPIED, took: performance.now() - began }
  }

  async function joinInSteps() {
    const began = performance.now()
    let rows = 0
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - began < seconds * 1_000) {
        const [id, email, , code, , ...answers] = person()
        await pool.query('select * from steps where email = $1', [email])
        const counted = await pool.query('select count(*)::int as entries from steps')
        const position = counted.rows[0].entries + 1
        await pool.query(
          `insert into steps (id, email, position, referral_code, referrals, business_name, is_solo_provider,
             job_industry, problems, goals, price_range) values ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10)`,
          [id, email, position, code, ...answers.slice(0, 6)],
        )
        const { rows: found } = await pool.query(
          'select email, position, referrals from steps where referral_code = $1',
          [code],
        )
        await pool.query('update steps set referrals = $2, position = $3 where email = $1', [
          found[0].email,
          found[0].referrals,
          position,
        ])
        rows += 1
      }
    })
    await Promise.all(visitors)
    return { rows, took: performance.now() - began }
  }
}

function places(first: number): string {
  return Array.from({ length: WIDTH }, (_, column) => `$${first + column + 1}`).join(', ')
}

function toCsv(value: unknown): string {
  return Array.isArray(value) ? `"{${value.map((item) => `""${item}""`).join(',')}}"` : `"${String(value)}"`
}
