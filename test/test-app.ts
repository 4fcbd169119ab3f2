import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { brand } from '#site/brand.ts'
import type { JoinRequestInput, JoinResponse } from '#shared/join.ts'
import { buildApp } from '../src/server/app.ts'
import type { Config } from '../src/server/config.ts'
import { createErasing } from '../src/server/create-erasing.ts'
import { createPool, onOwnClient, type Patience } from '../src/server/db/pool.ts'
import type { App } from '../src/server/http/server.ts'
import { createDeliveries } from '../src/server/deliveries/deliveries.ts'
import { createHandlers } from '../src/server/handlers.ts'
import type { JobName, Jobs } from '../src/server/jobs/jobs.ts'
import type { Deliveries } from '../src/server/deliveries/delivery.ts'
import { createServices, type Services } from '../src/server/deliveries/services.ts'
import { createRunSync } from '../src/server/deliveries/sync/run-sync.ts'
import { startJobs } from '../src/server/deliveries/start-jobs.ts'
import { createMetrics } from '../src/server/metrics/metrics.ts'
import { createColumnStore, NO_COLUMNS } from '../src/server/listing/columns/column-store.ts'
import { judgeDomains, judgeJoins, judgeRules, judgeUnkeyed } from '../src/server/trust/judge-joins.ts'
import type { LookUp } from '../src/server/trust/look-up-domains.ts'
import { tend } from '../src/server/waves/tend.ts'
import { checkInvariants } from '../src/server/verify/invariants.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { hastyClock } from './hasty-clock.ts'
import { SAMPLE_ANSWERS } from './sample-answers.ts'

type Options = {
  /** Draws the referral codes; defaults to random ones. */
  draw?: () => string
  /** The longest wait for joining in milliseconds; defaults to a minute, for slow machines. */
  longestWait?: number
  /** The longest time until an answer in milliseconds; defaults to a minute as well. */
  deadline?: number
  patience?: Patience
  /** Also runs the jobs. */
  work?: boolean
  rateLimit?: boolean
  trustProxy?: string | false
  publicUrl?: string
  /** The services that are set up; defaults to none. */
  services?: Partial<Pick<Config, 'mail' | 'notion' | 'beehiiv'>>
  /** New people must confirm their address. */
  mustConfirm?: boolean
  confirmDays?: number
  mailBudgets?: Config['mailBudgets']
  productUrl?: string | null
  productSecret?: string | null
  invitationDays?: number
  mailEventsSecret?: string
  metricsToken?: string
  openUrl?: (url: string) => Promise<unknown>
  /** The settings that keep mail from being sent although there is a mail server. */
  mailGaps?: Config['mailGaps']
  /** Replaces those services and their deliveries. */
  stand?: { services: Services; deliveries: Deliveries }
  /** Another server, whose database this one shares. */
  beside?: { database: TestDatabase }
  /** Answers filters from columns in memory, however short the list is. */
  columns?: { mostPositions?: number }
  /** Receives the server's log lines; by default, nothing is logged. */
  log?: (line: string) => void
  /** The folder of the journal of erasures; defaults to one of its own. */
  dataDir?: string
  /** The time by which joins are judged; defaults to the real one. */
  now?: () => Date
  /** Looks up mail domains; by default, the resolver does not say. */
  lookUp?: LookUp
  /** The test breaks connections or jobs on purpose. */
  faulty?: boolean
}

const A_MINUTE = 60_000

/** The complete application on its own real database, driven through HTTP requests. */
export async function testApp(options: Options = {}) {
  const database = options.beside?.database ?? (await createDatabase())
  const failures: Error[] = []
  const onError = (error: Error) => failures.push(error)
  const pool = createPool(database.connection, {
    max: 4,
    name: 'test',
    onError,
    patience: options.patience,
    prepared: true,
  })
  const logFailure = (_what: string, error: unknown) => onError(error as Error)
  const onProblem = (sentence: string) => onError(new Error(sentence))
  const columns = options.columns
    ? createColumnStore({ connection: database.connection, onProblem, from: 0, ...options.columns })
    : NO_COLUMNS
  const jobs = await startJobs({ connection: database.connection, logFailure, clock: hastyClock })
  const { confirmDays = 14, invitationDays = 7, productUrl = null, productSecret = null } = options
  const { mailBudgets = { all: 5_000, domain: 2_000, recipient: 8 } } = options
  const publicUrl = options.publicUrl ?? 'http://localhost'
  const mailFrom = options.services?.mail?.from ?? `${brand.name} <${brand.supportEmail}>`
  const clients = createServices({ mail: null, notion: null, beehiiv: null, ...options.services })
  const services = options.stand?.services ?? clients
  const dataDir = options.dataDir ?? `${tmpdir()}/firstchair-data-${randomUUID()}`
  const { eraseEntries } = createErasing({ dataDir })
  if (options.work) {
    const deliveries =
      options.stand?.deliveries ??
      createDeliveries({ pool, services: clients, publicUrl, mailFrom, confirmDays, invitationDays, mailBudgets })
    const paces = { mail: 0, notion: 0, beehiiv: 0 }
    const { boss, enqueue } = jobs
    await jobs.work({
      handlers: createHandlers({
        boss,
        enqueue,
        pool,
        deliveries,
        eraseEntries,
        productUrl,
        runSync: createRunSync({ boss, pool, services: clients, deliveries, paces, logFailure }),
      }),
      deliveries,
      pool,
      paces,
    })
  }
  const app = await buildApp({
    config: {
      trustProxy: options.trustProxy ?? false,
      rateLimit: options.rateLimit ?? false,
      logLevel: options.log ? 'info' : 'silent',
      publicUrl,
      mailFrom,
      mailGaps: options.mailGaps ?? [],
      mustConfirm: options.mustConfirm ?? false,
      confirmDays,
      mailBudgets,
      mailEventsSecret: options.mailEventsSecret ?? null,
      metrics: { token: options.metricsToken ?? null, port: null },
      retentionDays: 730,
      productUrl,
      productSecret,
      invitationDays,
    },
    pool,
    dashboardPool: pool,
    columns,
    jobs,
    eraseEntries,
    services,
    openUrl: options.openUrl,
    log: options.log && { write: options.log },
    draw: options.draw,
    now: options.now,
    metrics: options.metricsToken ? createMetrics() : undefined,
    longestWait: options.longestWait ?? A_MINUTE,
    deadlines: { visitors: options.deadline ?? A_MINUTE, owner: options.deadline ?? A_MINUTE },
  })
  return {
    app,
    dataDir,
    pool,
    columns,
    database,
    queue: jobs,
    join: (changes: Partial<JoinRequestInput> = {}) => join(app, changes),
    post: (payload: unknown) => post(app, payload),
    joinMany: (count: number) => joinMany(app, count),
    entry: (email: string) => one(pool, 'select * from waitlist_entries where email = $1', email),
    rows: async (sql: string, ...values: unknown[]) =>
      (await (values.length > 0 ? pool.query(sql, values) : pool.query(sql))).rows,
    /** Moves the recorded changes a day back, so that everybody may change their entry again. */
    aDayPasses: () =>
      pool.query(`update waitlist_entries
        set recent_changes = array(select at - interval '24 hours' from unnest(recent_changes) as at)
        where recent_changes is not null`),
    /** The rules that the list breaks, each with the first rows that break it. */
    verify: async () => {
      const verdicts = await onOwnClient(database.connection, checkInvariants)
      return verdicts.filter(({ offending }) => offending.length > 0)
    },
    /** Judges everybody who joined since the last time, as a server does beside the joins. */
    judge: async () => {
      const judging = {
        pool,
        enqueue: jobs.enqueue,
        now: options.now ?? (() => new Date()),
        lookUp: options.lookUp ?? null,
      }
      for (const judge of [judgeJoins, judgeDomains, judgeRules]) while ((await judge(judging))?.isMore);
      for (let after: number | null = 0; after !== null;) after = await judgeUnkeyed(judging, after)
    },
    /** Does what is due for the waves, as a server does every two seconds. */
    tend: async ({ isClockSteady = true } = {}) => {
      const tending = { pool, enqueue: jobs.enqueue, isClockSteady: () => Promise.resolve(isClockSteady) }
      while (await tend(tending));
    },
    jobs: <Name extends JobName>(name: Name) => queued(pool, name),
    async [Symbol.asyncDispose]() {
      await app.close()
      await columns.close()
      await jobs.stop()
      Object.values(services).forEach((service) => service?.close?.())
      await pool.end()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      if (!options.faulty && failures.length > 0) throw new AggregateError(failures, 'Connections or jobs failed')
      if (!options.beside) await database.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

let people = 0

/** A complete and valid request of a new person. */
export function joinRequest(changes: Partial<JoinRequestInput> = {}): JoinRequestInput {
  people += 1
  return {
    email: `person-${people}@example.com`,
    full_name: 'Robin Reed',
    ...SAMPLE_ANSWERS,
    ...changes,
  }
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

/** One after the other, in the order of their positions. */
async function joinMany(app: App, count: number) {
  const joined = []
  for (let index = 0; index < count; index += 1) {
    const request = joinRequest()
    joined.push({ email: request.email, ...(await join(app, request)) })
  }
  return joined
}

async function one(pool: pg.Pool, sql: string, value: unknown) {
  const { rows } = await pool.query(sql, [value])
  if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}: ${sql} [${String(value)}]`)
  return rows[0]
}

async function queued<Name extends JobName>(pool: pg.Pool, name: Name): Promise<Jobs[Name][]> {
  const { rows } = await pool.query('select data from pgboss.job where name = $1 order by created_on, id', [name])
  return rows.flatMap((row) => row.data.bodies)
}
