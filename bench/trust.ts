import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PUBLIC_PROVIDERS } from '#site/trust.ts'
import { findRunning } from '../src/server/db/embedded/postgres.ts'
import { WHY } from '../src/server/people/why.ts'
import { createTokens } from '../src/server/accounts/tokens.ts'
import { readReviewsPage } from '../src/server/trust/review.ts'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { type Server, startServer } from './processes.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { CROWDS } from './trust/crowds.ts'
import { FARMS } from './trust/farms.ts'
import { type Group, HOUR, joinsOf } from './trust/group.ts'
import { arrivals, type Chance, createChance, honestJoin } from './trust/person.ts'
import { play } from './trust/play.ts'
import { createPool } from '../src/server/db/pool.ts'
import { ROUTES } from '#shared/routes.ts'

/*
 * How many friends of honest crowds and of farms count before the owner looks, and after presses. `--seed=` draws other
 * people, `--only=` plays the groups with this in their name, `--mode=` one of the three settings, `--crowd=` and
 * `--farm=` also files of your own, each with a group as its default export.
 */
const MODES = ['without a mail server', 'with a mail server', 'with CONFIRM_EMAIL=on']
const FIRST = 10
const DAY = 24 * HOUR
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const [seed, only, wanted] = [Number(option('seed') ?? 1), option('only') ?? '', option('mode') ?? '']
const report = createReport()
const ALL = [CROWDS, FARMS]
for (const [index, kind] of ['crowd', 'farm'].entries())
  for (const file of option(kind)?.split(',') ?? [])
    ALL[index]!.push(((await import(pathToFileURL(file).href)) as { default: Group }).default)

await runBench(`crowds and farms, seed ${seed}`, async (lists) => {
  await lists.prepare('empty')
  for (const mode of MODES.filter((name) => name.includes(wanted))) {
    await using smtp = await fakeSmtp()
    lists.copy('empty', 'run')
    {
      await using server = await startServer('./bench/trust/server.ts', {
        ...lists.settings('run'),
        TRUST_PROXY: 'loopback',
        PUBLIC_URL: 'http://localhost',
        ...(mode !== MODES[0] && { SMTP_URL: smtp.url, MAIL_FROM: 'Firstchair <hello@firstchair.example>' }),
        ...(mode === MODES[2] && { CONFIRM_EMAIL: 'on' }),
      })
      const connection = (await findRunning(lists.dataDir('run')))!
      const pool = createPool(connection, { max: 4, name: 'bench', onError: console.error })
      const drawing = { chance: createChance(seed), taken: new Set<string>(), key: await makeKey(server) }
      await run({ server, pool, mode, ...drawing, begin: Date.parse('2025-03-01') })
      await pool.end()
    }
    lists.verify('run')
  }
  report.finish()
})

type Stage = {
  server: Server
  pool: ReturnType<typeof createPool>
  mode: string
  chance: Chance
  taken: Set<string>
  key: string
  /** The made-up time at which the next group begins. */
  begin: number
}

async function run(stage: Stage): Promise<void> {
  const { chance, taken, server, mode } = stage
  const times = arrivals({ chance, count: 100, span: 5 * DAY })
  await play(server, { joins: times.map((at) => honestJoin(chance, { at, taken })), begin: stage.begin })
  stage.begin += 6 * DAY
  const rows: Outcome[] = []
  for (const group of ALL.flat().filter(({ name }) => name.includes(only))) rows.push(await runGroup(stage, group))
  report.section(mode)
  report.table(rows)
  const sum = (list: Outcome[], of: keyof Outcome) => list.reduce((total, row) => total + Number(row[of]), 0)
  const judge = (what: string, list: Outcome[], [some, all]: [keyof Outcome, keyof Outcome], wanted = '') => {
    const [counted, of] = [sum(list, some), sum(list, all)]
    const holds = wanted === '' || counted === (wanted === 'all' ? of : 0)
    report.judge(`${mode}: ${what}`, { wanted, measured: `${counted} of ${of}`, holds })
  }
  const [many, few] = [
    rows.filter(({ ofOneDomain }) => ofOneDomain > FIRST),
    rows.filter((row) => row.ofOneDomain <= FIRST),
  ]
  judge('honest first ten without a mark, at once', rows, ['firstCount', 'first'], 'all')
  judge('honest without a mark, after presses', few, ['cleanCount', 'clean'], 'all')
  judge('the same, over ten at one domain', many, ['cleanCount', 'clean'])
  judge('honest people in crowds with a mark', rows.slice(0, CROWDS.length), ['marked', 'honest'])
  judge('bots with a mark who count', rows, ['markedBotsCount', 'markedBots'], 'none')
  judge('bots who count at once', rows, ['botsCount', 'bots'])
  judge('bots who count after presses', rows, ['botsPressed', 'bots'])
  judge('people whom the machine rejected', rows, ['rejected', 'honest'], 'none')
  const mostIn = (of: 'mostOfOne' | 'mostPressed') => Math.max(...rows.map((row) => row[of]))
  report.say(`Most bots for one inviter: ${mostIn('mostOfOne')} at once, ${mostIn('mostPressed')} after presses.`)
}

type Outcome = Awaited<ReturnType<typeof runGroup>>
type Friend = {
  email: string
  inviter_id: string
  state: string
  by_key: boolean
  is_rejected: boolean
  marked: boolean
}

async function runGroup(stage: Stage, group: Group) {
  const { server, pool, chance, taken, key, mode } = stage
  const known = [0, 1].map(() => ({ ...honestJoin(chance, { at: HOUR, taken }), opened: 60_000 }))
  await play(server, { joins: known, begin: stage.begin })
  const [own, rivals] = known.map(({ body }) => body.email) as [string, string]
  if (mode === MODES[2]) await press(stage, [own, rivals])
  const { rows: found } = await pool.query<{ id: string; email: string; code: string }>(
    'select id, email, referral_code as code from waitlist_entries where email = any($1)',
    [[own, rivals]],
  )
  const [inviter, rival] = [own, rivals].map((one) => found.find(({ email }) => email === one)!)
  const joins = joinsOf(group, { chance, taken, isFarm: FARMS.includes(group) })
  const begin = stage.begin + 2 * HOUR
  await play(server, { joins, begin, code: inviter!.code, rival: rival!.code, key })
  stage.begin = begin + Math.max(...joins.map(({ at }) => at)) + DAY
  const readers = joins.filter(({ isHonest, presses }) => isHonest || presses).map(({ body }) => body.email)
  if (mode === MODES[2]) await press(stage, readers, inviter!.code)
  const isJudged = `select (select min(position) from judging where name <> 'traces') >= last_position as is_judged from waitlist_counter`
  while (!(await pool.query<{ is_judged: boolean }>(isJudged)).rows[0]!.is_judged) await pause(100)

  const honest = new Set(joins.filter(({ isHonest }) => isHonest).map(({ body }) => body.email))
  const isHonest = ({ email, inviter_id }: Friend) => honest.has(email) && inviter_id !== rival!.id
  const read = () => readFriends(stage, [...new Set(joins.map(({ body }) => body.email))])
  const before = await read()
  const { inviters } = await readReviewsPage(pool)
  if (mode === MODES[1]) await press(stage, [own, ...readers], inviter!.code)
  const after = await read()

  const bots = before.filter((one) => !isHonest(one))
  const counting = (friends: Friend[]) => friends.filter(({ state }) => state === 'counted').length
  const mostOf = (friends: Friend[]) =>
    Math.max(
      0,
      ...Map.groupBy(friends, ({ inviter_id }) => inviter_id)
        .values()
        .map(counting),
    )
  const first = before.filter((one) => !one.marked && !one.by_key).slice(0, FIRST)
  const clean = after.filter((one) => isHonest(one) && !one.marked)
  const domains = Map.groupBy(honest, (email) => email.split('@')[1]!)
  console.log(`${mode}: ${group.name}`)
  return {
    group: group.name,
    honest: honest.size,
    marked: before.filter((one) => isHonest(one) && one.marked).length,
    first: first.filter(isHonest).length,
    firstCount: counting(first.filter(isHonest)),
    clean: clean.length,
    cleanCount: counting(clean),
    bots: joins.filter((one) => !one.isHonest).length,
    markedBots: bots.filter(({ marked }) => marked).length,
    markedBotsCount: counting(bots.filter(({ marked }) => marked)),
    botsCount: counting(bots),
    mostOfOne: mostOf(bots),
    botsPressed: counting(after.filter((one) => !isHonest(one))),
    mostPressed: mostOf(after.filter((one) => !isHonest(one))),
    rejected: after.filter(({ is_rejected }) => is_rejected).length,
    inReview: inviters.some(({ id }) => before.some(({ inviter_id }) => inviter_id === id)) ? 'yes' : 'no',
    ofOneDomain: Math.max(0, ...[...domains].map(([one, some]) => (PUBLIC_PROVIDERS.includes(one) ? 0 : some.length))),
  }
}

async function press({ server, pool }: Stage, emails: string[], code?: string): Promise<void> {
  const tokens = createTokens(pool)
  const url = server.address + ROUTES.confirm.path
  const { rows } = await pool.query<{ id: string }>(
    `select id from waitlist_entries where email = any($1) and confirmed_at is null
     union select person_id from join_requests where request ->> 'email' = any($1)`,
    [emails],
  )
  const pressFor = async ({ id }: { id: string }): Promise<void> => {
    const authorization = `Bearer ${await tokens.signFirst('confirm', id)}`
    const asked = await fetch(url, { headers: { authorization } })
    const { sets, inviters = [] } = (await asked.json()) as { sets: { id: string }[]; inviters?: string[] }
    const inviter = inviters.find((one) => one === code) ?? null
    const body = { chosen: sets[0]?.id, shown: sets.map((set) => set.id), inviter }
    const { status } = await post(url, body, { authorization })
    // As people do when a busy server asks them to.
    if (status === 503) return pause(1_000).then(() => pressFor({ id }))
    if (status !== 204) throw new Error(`Confirming answered ${status}`)
  }
  for (let next = 0; next < rows.length; next += 16) await Promise.all(rows.slice(next, next + 16).map(pressFor))
}

async function readFriends({ pool }: Stage, emails: string[]): Promise<Friend[]> {
  const { rows } = await pool.query<Friend>(
    `select email, inviter_id, ${WHY} as state, is_by_key as by_key, is_rejected, marks is not null as marked
     from waitlist_entries f where email = any($1) order by joined_position`,
    [emails],
  )
  return rows
}

async function makeKey({ address }: Server): Promise<string> {
  const session = await post(`${address}/api/admin/session`, { password: 'of the bench' })
  const cookie = session.headers.getSetCookie().join('; ')
  const made = await post(`${address}/api/admin/keys`, { name: 'Own form', scopes: ['join'] }, { cookie })
  return ((await made.json()) as { key: string }).key
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
}
