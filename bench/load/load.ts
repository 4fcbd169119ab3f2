import autocannon from 'autocannon'
import { createPeople } from './person.ts'
import { percentile } from '../statistics.ts'
import { ROUTES } from '#shared/routes.ts'

/** Times in milliseconds; `requests` counts the 201 answers of the measured seconds. */
export type LoadResult = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  failed: number
  distinctPositions: number
}

const WARM_UP_SECONDS = 1

/** `rate`: joins a second; without it, as many as possible. */
const [addresses = '', connections = '64', seconds = '4', rate] = process.argv.slice(2)
const people = await createPeople(addresses.split(',')[0]!)

await joinFor(WARM_UP_SECONDS)
process.send?.('measuring')
const result = await joinFor(Number(seconds))
process.send?.(result)

async function joinFor(duration: number): Promise<LoadResult> {
  const positions = new Set<number>()
  let joined = 0
  let refused = 0
  const targets = addresses.split(',')
  const runs = await Promise.all(
    targets.map((address) =>
      autocannon({
        url: address + ROUTES.join.path,
        connections: Number(connections) / targets.length,
        duration,
        ...(rate !== undefined && { overallRate: Number(rate) / targets.length }),
        requests: [
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            setupRequest: (request) => ({ ...request, body: people.next() }),
            onResponse: (status, text) => {
              if (status !== 201) {
                refused += 1
                return
              }
              const { position, referral_code } = JSON.parse(text)
              positions.add(position)
              joined += 1
              people.remember(referral_code)
            },
          },
        ],
      }),
    ),
  )
  return {
    requests: joined,
    perSecond: joined / Math.max(...runs.map((run) => run.duration)),
    p50: percentile(
      runs.map((run) => run.latency.p50),
      0.5,
    ),
    p99: Math.max(...runs.map((run) => run.latency.p99)),
    failed: refused + runs.reduce((errors, run) => errors + run.errors, 0),
    distinctPositions: positions.size,
  }
}
