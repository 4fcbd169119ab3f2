import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { paths } from '#shared/site/paths.ts'
import { type Endpoints, EVENTS, type ListedEndpoint, type NewEndpoint } from '#shared/programs/webhooks.ts'
import { type Owner, signIn } from './dashboard/owner.ts'
import type { Lists } from './lists.ts'
import type { ArrivalsResult } from './load/arrivals.ts'
import type { LoadResult } from './load/load.ts'
import type { Got } from './load/receivers.ts'
import { runToEnd, type Server } from './processes.ts'
import { runBench } from './run-bench.ts'
import { connectToRunning } from './running-postgres.ts'
import { median, ms, ratio, whole, withSpread } from './statistics.ts'

/*
 * What other programs cost the people who join: calls with a key, and webhooks.
 *   npm run bench:programs -- [--small] [calls] [webhooks] [dead]
 */
const args = process.argv.slice(2)
const isSmall = args.includes('--small')
const parts = args.filter((arg) => !arg.startsWith('--'))
const PAIRS = isSmall ? 1 : 6
const SECONDS = isSmall ? 3 : 10
const PEOPLE = isSmall ? 500 : 20_000
const CONNECTIONS = '64'
const CALLS_A_MINUTE = 600
const PER_SECOND = 500
const STEADY_SECONDS = isSmall ? 10 : 300

/** Starts work beside the joins. The returned function stops the work, and returns a line for the report. */
type Beside = (server: Server) => Promise<() => Promise<string>>

await runBench(`a list of ${whole(PEOPLE)} people`, async (lists) => {
  await lists.prepare('people', PEOPLE)
  if (isPart('calls'))
    await comparePairs(lists, { what: `${CALLS_A_MINUTE} calls a minute`, wanted: 0.95, beside: callSteadily })
  if (isPart('webhooks'))
    await comparePairs(lists, { what: 'three endpoints with all events', wanted: 0.9, beside: sendToThree })
  if (isPart('dead')) await sendBesideDead(lists)
})

function isPart(part: string): boolean {
  return parts.length === 0 || parts.includes(part)
}

type Compared = { what: string; wanted: number; beside: Beside }

/** Pairs of runs, with and without, each on a copy of the list; the order alternates. */
async function comparePairs(lists: Lists, { what, wanted, beside }: Compared) {
  const rates = { with: [] as number[], without: [] as number[] }
  const said: string[] = []
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const which of pair % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      lists.copy('people', 'run')
      {
        await using server = await lists.start('run', { WEBHOOK_PRIVATE_NETWORKS: 'on' })
        const finish = which === 'with' ? await beside(server) : null
        const run = await runToEnd<LoadResult>('./bench/load/load.ts', [server.address, CONNECTIONS, String(SECONDS)])
        if (run.failed > 0) throw new Error(`${run.failed} joins failed`)
        rates[which].push(run.perSecond)
        if (finish) said.push(await finish())
      }
    }
  lists.verify('run')
  const ratios = rates.with.map((rate, pair) => rate / rates.without[pair]!)
  console.log(
    `${median(ratios) >= wanted ? 'holds ' : 'MISSED'}  joins/s beside ${what}: ${withSpread(rates.with)}, without ${withSpread(rates.without)}, a ratio of ${withSpread(ratios, ratio)} in ${PAIRS} pairs (at least ${wanted})`,
  )
  for (const words of said) console.log(`  ${words}`)
}

/** A program that reads people and figures, tags and notes, at the limit of its key. */
async function callSteadily(server: Server): Promise<() => Promise<string>> {
  const owner = await signIn(server.address)
  const { key } = await owner.post<{ key: string }>(paths.api.adminKeys, { name: 'Bench', scopes: ['read', 'write'] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = async (path: string, change?: object) => {
    const asked = change ? { method: 'PATCH', body: JSON.stringify(change), headers } : { headers }
    const began = performance.now()
    const answer = await fetch(`${server.address}${paths.api.v1}${path}`, asked)
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`)
    times.push(performance.now() - began)
    return JSON.parse(body)
  }
  const times: number[] = []
  const [{ id }] = (await call('/entries?range=all')).entries
  const calls = [
    () => call('/entries?range=all'),
    () => call(`/entries/${id}`),
    () => call('/entries?range=all&sort=launch'),
    () => call('/figures'),
    () => call(`/entries/${id}`, { add_tag: `tag ${times.length % 20}` }),
    () => call('/entries?range=30d'),
    () => call(`/entries/${id}`),
    () => call('/waves'),
    () => call('/entries?range=all&sort=business'),
    () => call(`/entries/${id}`, { note: 'Called' }),
  ]
  const answers: Promise<unknown>[] = []
  const before = process.cpuUsage()
  const calling = setInterval(() => answers.push(calls[answers.length % calls.length]!()), 60_000 / CALLS_A_MINUTE)
  return async () => {
    clearInterval(calling)
    await Promise.all(answers)
    const { user, system } = process.cpuUsage(before)
    const own = (user + system) / 1_000 / answers.length
    return `${whole(times.length)} calls answered, half of them within ${ms(median(times))}; the program that calls takes ${ms(own)} of processor time for each`
  }
}

/** Three endpoints that get every event. */
async function sendToThree(server: Server): Promise<() => Promise<string>> {
  const programs = await openPrograms(3)
  const owner = await signIn(server.address)
  for (const url of programs.live) await addEndpoint(owner, { name: 'Live', url })
  return async () => {
    const got = await programs.report()
    await programs[Symbol.asyncDispose]()
    return `they got ${got.map(({ events }) => whole(events)).join(', ')} events while people joined; ${tell(got)}`
  }
}

/** Checks that every event is delivered or listed, with five endpoints, two of them dead, during steady joins. */
async function sendBesideDead(lists: Lists) {
  lists.copy('people', 'dead')
  {
    await using server = await lists.start('dead', { WEBHOOK_PRIVATE_NETWORKS: 'on' })
    await using programs = await openPrograms(3)
    const owner = await signIn(server.address)
    for (const url of programs.live) await addEndpoint(owner, { name: 'Live', url })
    await addEndpoint(owner, { name: 'Silent', url: programs.silent })
    await addEndpoint(owner, { name: 'Refusing', url: 'http://127.0.0.1:9/hook' })
    const arriving = runToEnd<ArrivalsResult>('./bench/load/arrivals.ts', [
      server.address,
      String(PER_SECOND),
      String(STEADY_SECONDS),
      CONNECTIONS,
    ])
    const { came, joined, p50, p99, longest } = await arriving
    const during = await programs.report()
    const took = await drained(lists.dataDir('dead'))
    const got = await programs.report()
    const { endpoints }: Endpoints = JSON.parse(await owner.get(paths.api.adminEndpoints))
    const listed = (name: string) => endpoints.filter((one: ListedEndpoint) => one.name === name)
    const { recorded, apart } = await countEvents(lists.dataDir('dead'))
    const dead = ['Silent', 'Refusing'].map((name) => {
      const [{ waiting, given_up }] = listed(name) as [ListedEndpoint]
      return { name, listed: waiting + given_up }
    })
    const isAll = (events: number) => events >= apart && events <= recorded
    const isComplete =
      got.every(({ events, disordered }) => isAll(events) && disordered === 0) &&
      dead.every(({ listed }) => isAll(listed))
    console.log(
      `${isComplete ? 'holds ' : 'MISSED'}  ${whole(joined)} of ${whole(came)} joined at ${PER_SECOND}/s in ${STEADY_SECONDS} s beside five endpoints, two of them dead: p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}`,
    )
    console.log(
      `  ${whole(recorded)} events, at least ${whole(apart)} for each endpoint, as a move that waits stands for later ones of that person; the live ones had ${during.map(({ events }) => whole(events)).join(', ')} when the last person had joined, all of them ${took} later; ${tell(got)}; listed for the dead ones: ${dead.map((one) => `${one.name} ${whole(one.listed)}`).join(', ')}`,
    )
    if (!isComplete) process.exitCode = 1
  }
  lists.verify('dead')
}

async function addEndpoint(owner: Owner, endpoint: Pick<NewEndpoint, 'name' | 'url'>) {
  await owner.post(paths.api.adminEndpoints, { ...endpoint, events: [...EVENTS] })
}

function tell(all: Got[]): string {
  const sum = (key: keyof Got) => all.reduce((total, got) => total + got[key], 0)
  return `${whole(sum('doubled'))} twice, ${whole(sum('disordered'))} out of order`
}

async function openPrograms(count: number) {
  const child: ChildProcess = fork('./bench/load/receivers.ts', [String(count)])
  const [{ live, silent }] = (await once(child, 'message')) as [{ live: string[]; silent: string }]
  return {
    live,
    silent,
    async report(): Promise<Got[]> {
      child.send('report')
      return (await once(child, 'message'))[0]
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Waits until every live endpoint has got every event. Returns how long that took. */
async function drained(dataDir: string): Promise<string> {
  const began = performance.now()
  const client = await connectToRunning(dataDir)
  const left = `select (select joined from webhook_progress) < (select last_position from waitlist_counter)
      or exists (select from webhook_outbox) or exists (select from webhook_endpoints e
        join webhook_deliveries d on d.endpoint_id = e.id where name = 'Live' and state = 'waiting') as is_left`
  while ((await client.query(left)).rows[0].is_left) await pause(500)
  await client.end()
  return `${((performance.now() - began) / 1_000).toFixed(0)} s`
}

/** `apart`: the least number of deliveries, because a waiting move is sent once for later moves of the same person. */
async function countEvents(dataDir: string): Promise<{ recorded: number; apart: number }> {
  const client = await connectToRunning(dataDir)
  const { rows } = await client.query(
    `select count(*)::int as recorded, (count(*) filter (where type <> 'entry.moved')
       + count(distinct subject) filter (where type = 'entry.moved'))::int as apart from webhook_events`,
  )
  await client.end()
  return rows[0]
}
