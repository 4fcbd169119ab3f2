import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ActDetail } from '#shared/list/acts.ts'
import { paths } from '#shared/site/paths.ts'
import { createPeople } from '../../bench/load/person.ts'
import { until } from '../../test/servers/process.ts'
import { openClient, type Setting } from './crowd-run.ts'
import { databaseUrl } from './places.ts'
import { run } from './programs.ts'
import type { Context, Outcome } from './scenario.ts'
import { PASSWORD, ROOT, type Servers, startServers } from './servers.ts'

const SEEDS = '20000'
/** Joins from one address within a minute. */
const MOST_JOINS = 600
const WITHIN = MOST_JOINS - 90
/** Servers tell each other once a second what they counted. */
const TOLD_MS = 2_500
const HEARD_SECONDS = 5
/** A server that is gone is noticed after half a minute. */
const TAKEN_OVER_SECONDS = 120

/** Checks that two servers share sessions, live events, limits and acts. */
export async function share({ cluster }: Context, { name, ports }: Setting & { name: string }): Promise<Outcome> {
  const database = `list_${name.replaceAll('-', '_')}`
  const url = databaseUrl(database, ports)
  await using _database = await cluster.makeDatabase(database)
  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const tool = (file: string, ...args: string[]) =>
    run([process.execPath, join(ROOT, 'src/server/cli', file), ...args], env)
  const faults: string[] = []
  const expect = (holds: boolean, sentence: string) => holds || faults.push(sentence)
  const seeded = await tool('seed.ts', SEEDS)
  expect(seeded.code === 0, seeded.output)
  const limited = { RATE_LIMIT: 'on' }
  await using servers = await startServers({ url, folder: cluster.folder, env: limited })
  const [a, b] = servers.addresses
  const cookie = await signIn(a)
  expect((await ask(b, paths.api.adminSummary, cookie)).ok, 'the other server does not know the session')
  expect(await hearsOf(b, { cookie, at: a }), 'the other server tells nothing of a join')
  const { accepted, refused } = await joinTooOften([a, b])
  expect(accepted === WITHIN, `only ${accepted} of the first ${WITHIN} joins from one address were accepted`)
  expect(refused > 0, 'two servers together let one address join too often')
  faults.push(...(await actOutlives(servers, cookie)))
  const client = await openClient(database)
  const { rows } = await client.query(`select count(*)::int as tagged from entry_tags where tag = 'outlives'`)
  expect(rows[0].tagged >= Number(SEEDS), `only ${rows[0].tagged} people have the tag of the act`)
  await client.end()
  const verified = await tool('verify.ts')
  expect(verified.code === 0, verified.output)
  return { faults }
}

async function signIn(address: string): Promise<string> {
  const answer = await send(address, paths.api.adminSession, { password: PASSWORD })
  return String(answer.headers.get('set-cookie')).split(';')[0]!
}

/** Whether a dashboard on one server hears of a join on the other. */
async function hearsOf(address: string, { cookie, at }: { cookie: string; at: string }): Promise<boolean> {
  const abort = new AbortController()
  const live = await fetch(address + paths.api.adminLive, { headers: { cookie }, signal: abort.signal })
  let heard = ''
  const listening = (async () => {
    for await (const chunk of live.body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => {})
  // The first poll only reads the counter.
  await sleep(TOLD_MS)
  const joined = await send(at, paths.api.entries, JSON.parse((await createPeople(at)).next()))
  if (!joined.ok) throw new Error(`A join was answered with ${joined.status}: ${await joined.text()}`)
  const told = await until(() => heard.includes('event: joined'), HEARD_SECONDS).then(
    () => true,
    () => false,
  )
  abort.abort()
  await listening
  return told
}

/**
 * Joins from one address on both servers in turns. Returns how many joins within the limit were accepted, and how many
 * beyond the limit were refused.
 */
async function joinTooOften([a, b]: [string, string]): Promise<{ accepted: number; refused: number }> {
  const people = await createPeople(a)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const joinAt = async (address: string, count: number) => {
    const joins = Array.from({ length: count }, () =>
      send(address, paths.api.entries, JSON.parse(people.next()), headers),
    )
    return (await Promise.all(joins)).map(({ status }) => status)
  }
  const within = [...(await joinAt(a, WITHIN - 10)), ...(await joinAt(b, 10))]
  await sleep(TOLD_MS)
  const beyond = await joinAt(b, 200)
  return {
    accepted: within.filter((status) => status === 201).length,
    refused: beyond.filter((status) => status === 429).length,
  }
}

/** Kills a server during its act, and checks that the other server finishes the act. */
async function actOutlives(servers: Servers, cookie: string): Promise<string[]> {
  const [a, b] = servers.addresses
  await servers.stop(1)
  const body = { kind: 'tag', tag: 'outlives', select: { filters: { range: 'all' } } }
  const begun = await send(a, paths.api.adminActs, body, { cookie })
  const { act_id } = (await begun.json()) as { act_id: string }
  const read = async (address: string) =>
    (await (await ask(address, `${paths.api.adminActs}/${act_id}`, cookie)).json()) as ActDetail
  await until(async () => (await read(a)).changed > 0)
  await servers.kill(0)
  await servers.start(1)
  const { changed, total } = await read(b)
  await until(async () => (await read(b)).finished_at !== null, TAKEN_OVER_SECONDS)
  const { state } = await read(b)
  return [
    ...(changed < total ? [] : ['the act was over before its server was killed']),
    ...(state === 'done' ? [] : [`the act is ${state}`]),
  ]
}

function ask(address: string, path: string, cookie: string): Promise<Response> {
  return fetch(address + path, { headers: { cookie } })
}

function send(address: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
