import pg from 'pg'
import { findRunning } from '../../src/server/db/embedded/postgres.ts'
import type { Lists } from '../lists.ts'
import type { Report } from '../report.ts'
import { withSpread } from '../statistics.ts'

const COLUMNS = `id, email, joined_position, referral_code, newest_code, business_name, is_solo_provider, job_industry,
  problems, goals, price_range, elapsed_ms`
const WIDTH = 12
const SIZES = [64, 256]

/** The same rows in PostgreSQL alone. */
export async function benchRivals(
  report: Report,
  lists: Lists,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  report.section(
    'PostgreSQL alone',
    `The same rows into a table with all indexes of \`waitlist_entries\` and nothing else: no lookup, no code, no credit,
no listing, no sums, no HTTP. One connection, flushed to the disk with each statement. ${rounds} rounds of ${seconds} s.`,
  )
  lists.copy('empty', 'run')
  await using _server = await lists.start('run')
  const client = new pg.Client((await findRunning(lists.dataDir('run')))!)
  // Without a handler, the end of the server would hide the error that led to it.
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  await client.query('create table rival (like waitlist_entries including all)')
  let people = 0
  const rates = new Map<number, number[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const size of SIZES) rates.set(size, [...(rates.get(size) ?? []), await insert(size)])
  report.table([...rates].map(([size, values]) => ({ what: `insert of ${size} rows`, 'rows/s': withSpread(values) })))
  await client.end()

  /** Returns the rows a second. */
  async function insert(size: number): Promise<number> {
    const tuples = Array.from({ length: size }, (_, row) => `(${places(row * WIDTH)})`)
    const text = `insert into rival (${COLUMNS}) values ${tuples.join(', ')}`
    const began = performance.now()
    let rows = 0
    for (; performance.now() - began < seconds * 1_000; rows += size)
      await client.query({ name: `insert ${size}`, text, values: Array.from({ length: size }, person).flat() })
    return (rows / (performance.now() - began)) * 1_000
  }

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
}

function places(first: number): string {
  return Array.from({ length: WIDTH }, (_, column) => `$${first + column + 1}`).join(', ')
}
