import autocannon from 'autocannon'

export type GetResult = { requests: number; perSecond: number; p99: number; failed: number }

const [addresses = '', connections = '64', seconds = '2', headers = '{}'] = process.argv.slice(2)
const targets = addresses.split(',')

await load(0.5)
process.send?.('measuring')
const runs = await load(Number(seconds))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
process.send?.({
  requests: sum(runs.map((run) => run.requests.total)),
  perSecond: sum(runs.map((run) => run.requests.total / run.duration)),
  p99: Math.max(...runs.map((run) => run.latency.p99)),
  // A 304 is the expected answer.
  failed: sum(runs.map((run) => run.errors + run['4xx'] + run['5xx'])),
} satisfies GetResult)

function load(duration: number) {
  return Promise.all(
    targets.map((url) =>
      autocannon({ url, connections: Number(connections) / targets.length, duration, headers: JSON.parse(headers) }),
    ),
  )
}
