import { execFileSync } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkOut } from '../bench/checkout.ts'
import { createPeople } from '../bench/load/person.ts'
import { ownPostgres } from '../test/servers/own-postgres.ts'
import { type Program, start } from '../test/servers/process.ts'
import { ROUTES } from '#shared/routes.ts'

/*
 * A server of an earlier commit and one of this checkout on one PostgreSQL, while people join. npm run test:upgrade --
 * <commit> [made-up people on the list]
 */

const ROOT = join(import.meta.dirname, '..')
const JOINS_PER_SECOND = 100
/** To mend what the earlier one stored. It begins a minute after the last join. */
const MENDED_MS = 5 * 60_000

const [commit, seeds = '100000'] = process.argv.slice(2)
if (!commit) throw new Error('Name the commit of the version before: npm run test:upgrade -- <commit>')

await using parts = new AsyncDisposableStack()
const folder = await mkdtemp(join(await realpath(tmpdir()), 'upgrade-'))
parts.defer(() => rm(folder, { recursive: true }))
const { path: checkout } = parts.use(await checkOut(folder, commit))
const postgres = parts.use(await ownPostgres(folder))
const env = {
  DATABASE_URL: postgres.url,
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: 'off',
  ADMIN_PASSWORD: 'a long secret',
}
const run = (root: string, tool: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'src/server/cli', tool), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })

const before = parts.use(start([process.execPath, join(checkout, 'src/server/main.ts')], { env }))
const addressBefore = await addressOf(before)
console.log(run(checkout, 'seed.ts', seeds).trim())

const servers = [addressBefore]
const joins: { at: number; took: number; failure: string | null }[] = []
const stopping = new AbortController()
const visiting = visit()
await sleep(5_000)

const began = performance.now()
const after = parts.use(start([process.execPath, join(ROOT, 'src/server/main.ts')], { env }))
servers.push(await addressOf(after))
const started = performance.now()
await sleep(5_000)
servers.shift()
before.child.kill('SIGTERM')
await before.end
const endedAt = performance.now()
await sleep(3_000)
stopping.abort()
await visiting

const failed = joins.filter(({ failure }) => failure)
const longest = (from: number, to: number) =>
  Math.round(Math.max(...joins.filter(({ at }) => at >= from && at < to).map(({ took }) => took)))
console.log(
  `${joins.length} joins at ${JOINS_PER_SECOND} a second, ${failed.length} failed${failed.length > 0 ? `: ${failed[0]!.failure}` : ''}.`,
)
console.log(
  `Longest join: ${longest(0, began)} ms before, ${longest(began, started)} ms while the new server started (${Math.round(started - began)} ms), ${longest(started, Infinity)} ms with both and after.`,
)
const verdicts = await verifyUntilMended()
console.log(
  `${verdicts}\n${Math.round((performance.now() - endedAt) / 1_000)} s after the last join of the version before.`,
)
process.exitCode = failed.length > 0 ? 1 : 0

async function verifyUntilMended(): Promise<string> {
  const deadline = performance.now() + MENDED_MS
  while (true) {
    try {
      return run(ROOT, 'verify.ts').trim()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(5_000)
    }
  }
}

async function addressOf(server: Program): Promise<string> {
  return /http:\S+/.exec(await server.line(/http:/))![0].replace('localhost', '127.0.0.1')
}

/** To the servers in turns, whatever their answers. A tenth join again. */
async function visit() {
  const people = await createPeople(servers[0]!)
  const earlier: string[] = []
  const underWay = new Set<Promise<void>>()
  for (let index = 0; !stopping.signal.aborted; index += 1) {
    const isAgain = index % 10 === 9 && earlier.length > 0
    const body = isAgain ? changed(earlier.shift()!) : people.next()
    if (!isAgain) earlier.push(body)
    const join = joinOnce(servers[index % servers.length]!, body).then((code) => {
      if (code) people.remember(code)
      underWay.delete(join)
    })
    underWay.add(join)
    await sleep(1_000 / JOINS_PER_SECOND)
  }
  await Promise.all(underWay)
}

function changed(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), business_name: 'Another salon', submission_id: crypto.randomUUID() })
}

/** Nothing after a failure. */
async function joinOnce(address: string, body: string): Promise<string | undefined> {
  const at = performance.now()
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(address + ROUTES.join.path, { method: 'POST', headers, body })
    const text = await answer.text()
    joins.push({ at, took: performance.now() - at, failure: answer.ok ? null : `${answer.status} ${text}` })
    return answer.ok ? JSON.parse(text).referral_code : undefined
  } catch (error) {
    joins.push({ at, took: performance.now() - at, failure: String(error) })
  }
}
