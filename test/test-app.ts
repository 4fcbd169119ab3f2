import { createSecretKey, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { site } from '#shared/site/site.ts'
import type { Service } from '#shared/owner/integrations.ts'
import type { JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { type Config, readConfig } from '../src/server/base/config/config.ts'
import { ensureSecret } from '../src/server/db/settings.ts'
import type { Channel, Deliveries } from '../src/server/outbox/channel.ts'
import { createFollower } from '../src/server/outbox/follow.ts'
import { findDue } from '../src/server/outbox/rows.ts'
import { followLog } from '../src/server/people/events/follow-log.ts'
import type { Services } from '../src/server/deliveries/services/services.ts'
import { type LiveConfig, openSettings } from '../src/server/settings/in-force.ts'
import { createKeyring } from '../src/server/settings/keyring.ts'
import { createMetrics } from '../src/server/operations/metrics.ts'
import { createColumnStore, NO_COLUMNS } from '../src/server/listing/columns/column-store.ts'
import { WHY } from '../src/server/people/why.ts'
import { watchFloods } from '../src/server/trust/abuse-alerts.ts'
import { judgeDomains, judgeJoins } from '../src/server/trust/judge-joins.ts'
import { signStamp } from '../src/server/trust/observe.ts'
import type { LookUp } from '../src/server/trust/look-up-domains.ts'
import { runDueWaves } from '../src/server/waves/run-due.ts'
import { wire } from '../src/server/wire.ts'
import { checkInvariants } from '../src/server/operations/invariants.ts'
import { createDatabase, type TestDatabase } from './servers/database.ts'
import { sampleAnswers } from './sample-answers.ts'
import { createPool, onOwnClient, type Patience } from '../src/server/db/pool.ts'
import type { App } from '../src/server/http/route.ts'
import { REWARDS } from '../src/server/rewards/hand-out.ts'
import { LISTING } from '../src/server/listing/log/catch-up.ts'

type Options = Partial<LiveConfig> & {
  /** Environment variables whose settings replace those of `SETTINGS`. */
  env?: Record<string, string>
  /** The services that are set up; defaults to none. */
  services?: Partial<Pick<Config, Service>>
  metricsToken?: string
  /** Draws the referral codes; defaults to random ones. */
  draw?: () => string
  /** The longest wait for joining in milliseconds; defaults to a minute, for slow machines. */
  longestWait?: number
  /** The longest time until an answer in milliseconds; defaults to a minute as well. */
  deadline?: number
  /** The longest wait of figures for uncounted joins, in milliseconds; defaults to a minute as well. */
  figuresWait?: number
  /** Of statements; defaults to a minute as well. */
  patience?: Patience
  /** Also runs the jobs. */
  work?: boolean
  openUrl?: (url: string) => Promise<unknown>
  /** Resolves TXT records in place of DNS. */
  resolveTxt?: (name: string) => Promise<string[]>
  /** Replaces the services and their deliveries. */
  stand?: { services: Services; deliveries: Deliveries }
  /** Another server, whose database this one shares. */
  beside?: { database: TestDatabase }
  /** Answers filters from columns in memory, however short the list is. */
  columns?: { mostPositions?: number }
  /** Receives the server's log lines; by default, nothing is logged. */
  log?: (line: string) => void
  /** The time by which joins are judged; defaults to the real one. */
  now?: () => Date
  /** Looks up mail domains; by default, no lookup gives a result. */
  lookUp?: LookUp
  /** Whether connections or jobs may fail, because the test breaks them on purpose. */
  faulty?: boolean
  /** The folder of the built pages; without it, there are none. */
  dist?: string
}

const A_MINUTE = 60_000
const AN_HOUR = 60 * A_MINUTE

/** The default settings: no services, and no rate limit. */
const SETTINGS = {
  mail: null,
  notion: null,
  beehiiv: null,
  mailchimp: null,
  kit: null,
  klaviyo: null,
  sendsAnswers: false,
  access: { notion: null, beehiiv: null, mailchimp: null, kit: null, klaviyo: null },
  trustProxy: false,
  rateLimit: false,
  publicUrl: 'http://localhost',
  mailGaps: [],
  sealed: [],
  list: { state: 'open', next: null },
  mustConfirm: false,
  mostUnproven: null,
  hasLeaderboard: false,
  hasLeaderboardPage: false,
  confirmDays: 14,
  mailBudgets: { all: 5_000, domain: 2_000, recipient: 8 },
  onlyOwnersSend: false,
  mailEventsSecret: null,
  measurementId: undefined,
  backup: { folder: null, passphrase: null },
  retentionDays: 730,
  productUrl: null,
  productSecret: null,
  invitationDays: 7,
  timeZone: 'Europe/London',
  summaryHour: 9,
  secretKey: null,
  siteFile: null,
  given: {},
  embedOrigins: [],
  allowsPrivateHooks: false,
} satisfies Partial<LiveConfig>

/** The complete application on its own real database, driven through HTTP requests. */
export async function testApp({
  env,
  services,
  metricsToken,
  draw,
  longestWait = A_MINUTE,
  deadline = A_MINUTE,
  figuresWait = A_MINUTE,
  patience = { lock: A_MINUTE, statement: A_MINUTE, answer: A_MINUTE },
  work: isWorking = false,
  openUrl,
  resolveTxt,
  stand,
  beside,
  columns: columnOptions,
  log,
  now = () => new Date(),
  lookUp = async () => null,
  faulty: isFaulty = false,
  dist,
  ...settings
}: Options = {}) {
  const parts = new AsyncDisposableStack()
  const database = beside?.database ?? (await createDatabase())
  if (!beside) parts.defer(() => database.drop())
  const failures: Error[] = []
  parts.defer(() => {
    if (!isFaulty && failures.length > 0) throw new AggregateError(failures, 'Connections or jobs failed')
  })
  const onError = (error: Error) => failures.push(error)
  const { dataDir = `${tmpdir()}/firstchair-data-${randomUUID()}` } = settings
  if (!settings.dataDir) parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { connection } = database
  const pool = createPool(connection, { max: 4, name: 'test', onError, patience, prepared: true })
  parts.defer(() => pool.end())
  const onProblem = (sentence: string) => onError(new Error(sentence))
  const columns = columnOptions ? createColumnStore({ connection, onProblem, from: 0, ...columnOptions }) : NO_COLUMNS
  parts.defer(() => columns.close())
  const metrics = metricsToken ? createMetrics() : undefined
  const deadlines = { visitors: deadline, owner: deadline, figures: figuresWait, programs: 0 }
  const base: LiveConfig = {
    ...SETTINGS,
    ...services,
    mailFrom: services?.mail?.from ?? `${site().brand.name} <${site().brand.supportEmail}>`,
    logLevel: log ? 'info' : 'silent',
    metrics: { token: metricsToken ?? null, port: null },
    ...(env && { ...readConfig(env), rateLimit: false, logLevel: log ? 'info' : 'silent' }),
    ...settings,
    dataDir,
  }
  const inForce = await openSettings({ base, db: pool, keyring: createKeyring(base) })
  const { app, work, webhooks, tellOwners } = await wire({
    settings: inForce,
    pools: { server: pool, dashboard: pool, jobs: pool },
    parts,
    logFailure: (_what, error) => onError(error as Error),
    lookEveryMs: 200,
    sendsToEndpoints: false,
    paces: { mail: 0, notion: 0, beehiiv: 0 },
    stand,
    app: {
      columns,
      openUrl,
      resolveTxt,
      log: log && { write: log },
      draw,
      now,
      metrics,
      longestWait,
      deadlines,
      dist,
    },
  })
  if (isWorking) await work()
  const stamp = signStamp(
    new Date(now().getTime() - AN_HOUR),
    createSecretKey(await ensureSecret(pool, 'trust_key'), 'utf8'),
  )
  return {
    app,
    dataDir,
    pool,
    columns,
    settings: inForce,
    database,
    webhooks: {
      ...webhooks,
      /** Follows the log, and sends all that is due to endpoints. */
      deliver: async () => {
        await followAll(pool)
        const { endpoints } = await findDue(pool, [])
        await webhooks.sending.begin(endpoints)
        await webhooks.sending.finish()
      },
    },
    /** The stamp of a form that was opened an hour ago. */
    stamp,
    join: (changes: Partial<JoinRequestInput> = {}) => join(app, { stamp, ...changes }),
    /** Sends a join. Adds the stamp, unless the payload has its own. */
    post: (payload: unknown) => post(app, hasEmail(payload) ? { stamp, ...payload } : payload),
    joinMany: (count: number) => joinMany(app, { count, stamp }),
    entry: (email: string) => one(pool, 'select * from waitlist_entries where email = $1', email),
    rows: async (sql: string, ...values: unknown[]) =>
      (await (values.length > 0 ? pool.query(sql, values) : pool.query(sql))).rows,
    /** Everybody who has an inviter, in the order of joining, and why they count or do not. */
    friends: async (): Promise<{ friend_id: string; inviter_id: string; state: string }[]> =>
      (
        await pool.query(`select id as friend_id, inviter_id, ${WHY} as state from waitlist_entries f
        where inviter_id is not null order by joined_position`)
      ).rows,
    /** Moves the recorded changes a day back, so that everybody may change their entry again. */
    aDayPasses: () =>
      pool.query(`update waitlist_entries
        set recent_changes = array(select at - interval '24 hours' from unnest(recent_changes) as at)
        where recent_changes is not null`),
    /** The invariants that the list violates, each with the first offending rows. */
    verify: async () => {
      await listAll(pool)
      const verdicts = await onOwnClient(database.connection, checkInvariants)
      return verdicts.filter(({ offending }) => offending.length > 0)
    },
    /** Judges everybody who joined since the last call, as a server does in the background. */
    judge: async () => {
      const judging = { pool, now, lookUp }
      for (const judge of [judgeJoins, judgeDomains]) while ((await judge(judging))?.isMore);
    },
    /** Looks for floods, as a server does every two seconds. */
    watchFloods: () => watchFloods({ pool, now, config: inForce.current, tellOwners }),
    /** Lists everybody who joined, as a server does in the background and before reads. */
    list: () => listAll(pool),
    /** Does what is due for the waves, as a server does every two seconds. */
    tend: async ({ isClockSteady = true } = {}) => {
      const running = { pool, isClockSteady: () => Promise.resolve(isClockSteady) }
      while (await runDueWaves(running));
    },
    /** Adds to the outbox what follows from the log, as a server does in the background. */
    follow: () => followAll(pool),
    /** The work of a channel that waits, oldest first. */
    waiting: (channel: Channel) => readWaiting(pool, channel),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

async function listAll(pool: pg.Pool): Promise<void> {
  while ((await followLog(pool, LISTING))?.isMore !== false);
}

let people = 0

/** A complete and valid request of a new person. */
export function joinRequest(changes: Partial<JoinRequestInput> = {}): JoinRequestInput {
  people += 1
  return {
    email: `person-${people}@example.com`,
    full_name: 'Robin Reed',
    ...sampleAnswers(),
    ...changes,
  }
}

function hasEmail(payload: unknown): payload is object {
  return typeof payload === 'object' && payload !== null && 'email' in payload
}

async function post(app: App, payload: unknown) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/waitlist/entries',
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

async function join(app: App, changes: Partial<JoinRequestInput>): Promise<JoinResponse & { status: number }> {
  const { status, body } = await post(app, joinRequest(changes))
  if (status >= 300) throw new Error(`Joining answered ${status}: ${JSON.stringify(body)}`)
  return { status, ...body }
}

/** Joins people one after the other, so that their positions are in this order. */
async function joinMany(app: App, { count, stamp }: { count: number; stamp: string }) {
  const joined = []
  for (let index = 0; index < count; index += 1) {
    const request = joinRequest({ stamp })
    joined.push({ email: request.email, ...(await join(app, request)) })
  }
  return joined
}

async function one(pool: pg.Pool, sql: string, value: unknown) {
  const { rows } = await pool.query(sql, [value])
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}: ${sql} [${String(value)}]`)
  return rows[0]
}

async function readWaiting(pool: pg.Pool, channel: Channel): Promise<{ subject: string; friend_id: string | null }[]> {
  await followAll(pool)
  const sql = `select subject, friend_id from outbox where channel = $1 and state = 'waiting' order by due_at, id`
  return (await pool.query(sql, [channel])).rows
}

async function followAll(pool: pg.Pool): Promise<void> {
  for (const follower of [createFollower(() => true), REWARDS])
    while ((await followLog(pool, follower))?.isMore !== false);
}
