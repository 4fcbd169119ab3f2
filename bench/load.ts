import autocannon from 'autocannon'
import { paths } from '#shared/paths.ts'

/** What one load run saw. Milliseconds; `requests` counts those of the measured seconds that were answered 201. */
export type LoadResult = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  failed: number
  distinctPositions: number
}

const WARM_UP_SECONDS = 1
const USED_CODES = 5_000

const [address = '', connections = '64', seconds = '4'] = process.argv.slice(2)
const codes: string[] = []
const run = `${process.pid}-${Date.now()}`
let people = 0

await joinFor(WARM_UP_SECONDS)
process.send?.('measuring')
const result = await joinFor(Number(seconds))
process.send?.(result)

/** New people join over kept-alive connections, a third of them with the code of somebody before them. */
async function joinFor(duration: number): Promise<LoadResult> {
  const positions = new Set<number>()
  let joined = 0
  let refused = 0
  const measured = await autocannon({
    url: `${address}${paths.api.entries}`,
    connections: Number(connections),
    duration,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: makeBody() }),
        onResponse: (status, text) => {
          if (status !== 201) {
            refused += 1
            return
          }
          joined += 1
          const { position, referral_code } = JSON.parse(text)
          positions.add(position)
          if (codes.length < USED_CODES) codes.push(referral_code)
        },
      },
    ],
  })
  return {
    requests: joined,
    perSecond: joined / measured.duration,
    p50: measured.latency.p50,
    p99: measured.latency.p99,
    failed: refused + measured.errors,
    distinctPositions: positions.size,
  }
}

function makeBody(): string {
  people += 1
  const used = people % 3 === 0 ? codes[Math.floor(Math.random() * codes.length)] : undefined
  return JSON.stringify({
    email: `bench-${run}-${people}@example.com`,
    full_name: 'Robin Reed',
    business_name: 'The Corner Chair',
    is_solo_provider: people % 2 === 0,
    job_industry: 'Hairdresser',
    problems: ['Managing tasks while fulfilling services', 'Challenges in expanding your client base'],
    goals: ['Increase my number of bookings', 'Connect with mentors'],
    price_range: '£10 - £30/month',
    used_referral_code: used,
    submission_id: crypto.randomUUID(),
    elapsed_ms: 60_000,
  })
}
