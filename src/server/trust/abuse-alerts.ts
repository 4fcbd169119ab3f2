import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { floodMail } from '../../emails/owner-mail.ts'
import type { ComposedMail } from '../../emails/mail-frame.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { dropSetting, replaceEarlier } from '../db/settings.ts'
import type { Current } from '../base/config/config.ts'
import { findColumn, findRows, hasRows, type Pool, type Queryable } from '../db/query.ts'

const LASTS_MS = 10 * 60_000
const SEEN_MS = 5 * 60_000
/** The least number of doubtful joins with one code or from one network, and their share there. */
const ATTACK = { least: 10, share: 0.5 }
const ATTACK_ON_ALL = { least: 200, share: 0.5 }

type Alarm = { scope: 'code' | 'block' | 'all'; key: string }

/** `flooding`: networks. */
export async function raiseAlarms(db: Queryable, now: Date, flooding: string[] = []): Promise<void> {
  const latest = await countLatest(db, new Date(now.getTime() - SEEN_MS))
  const joins = latest.map((one) => ({ ...one, code: one.code && lookOf(one.code) }))
  const by = (keyOf: (one: Latest) => string | null) =>
    [...Map.groupBy(joins, keyOf)].flatMap(([key, some]) => (key !== null && isAttack(some, ATTACK) ? [key] : []))
  const codes = by(({ code }) => code)
  const blocks = [...new Set([...by(({ block }) => block), ...flooding])]
  const rest = joins.filter(({ code, block }) => !codes.includes(code ?? '') && !blocks.includes(block ?? ''))
  await keepAlarms(db, {
    alarms: [
      ...codes.map((key): Alarm => ({ scope: 'code', key })),
      ...blocks.map((key): Alarm => ({ scope: 'block', key })),
      ...(isAttack(rest, ATTACK_ON_ALL) ? [{ scope: 'all' as const, key: '' }] : []),
    ],
    until: new Date(now.getTime() + LASTS_MS),
  })
}

function isAttack(joins: Latest[], { least, share }: typeof ATTACK): boolean {
  const doubtful = joins.reduce((sum, one) => sum + one.doubtful, 0)
  return doubtful >= least && doubtful >= share * joins.reduce((sum, one) => sum + one.joins, 0)
}

export type Alarms = {
  /** From a cache some seconds old while people join; after a quiet time, the first calls wait. */
  find: (join: { code: string | null; block: string | null }) => Promise<Alarm | null>
  /** Records whether a join under an alarm came with a proof: an attack that goes on without proofs keeps its alarm. */
  note: (alarm: Alarm, isProven: boolean) => void
}

const FRESH_MS = 1_000
const STALE_MS = 3_000
const KEEP_MS = 10_000
/** If refused tries exceed proven ones by this many within ten seconds, the attack goes on. */
const STILL_AT_IT = 5

export function followAlarms({ pool, now }: { pool: Pool; now: () => Date }): Alarms {
  let alarms = new Set<string>()
  let askedAt = -Infinity
  let catchingUp: Promise<void> | null = null
  let keptAt = performance.now()
  let unproven = new Map<string, { alarm: Alarm; tries: number }>()

  return {
    async find(join) {
      refresh()
      if (catchingUp) await catchingUp
      if (alarms.size === 0) return null
      return alarmsOver(join).find((alarm) => alarms.has(nameOf(alarm))) ?? null
    },
    note(alarm, isProven) {
      const known = unproven.get(nameOf(alarm)) ?? { alarm, tries: 0 }
      unproven.set(nameOf(alarm), { alarm, tries: known.tries + (isProven ? -1 : 1) })
    },
  }

  function refresh() {
    const quiet = performance.now() - askedAt
    if (quiet < FRESH_MS) return
    askedAt = performance.now()
    // A failed read is ignored: without the database, nobody can join anyway.
    const reading = update().catch(() => {})
    if (quiet > STALE_MS) catchingUp = reading.finally(() => (catchingUp = null))
  }

  async function update() {
    alarms = new Set((await readAlarms(pool, now())).map(nameOf))
    if (performance.now() - keptAt < KEEP_MS) return
    const going = [...unproven.values()].filter(({ tries }) => tries >= STILL_AT_IT).map(({ alarm }) => alarm)
    unproven = new Map()
    keptAt = performance.now()
    await keepAlarms(pool, { alarms: going, until: new Date(now().getTime() + LASTS_MS) })
  }
}

function alarmsOver({ code, block }: { code: string | null; block: string | null }): Alarm[] {
  return [
    ...(code === null ? [] : [{ scope: 'code' as const, key: lookOf(code) }]),
    ...(block === null ? [] : [{ scope: 'block' as const, key: block }]),
    { scope: 'all', key: '' },
  ]
}

function nameOf({ scope, key }: Alarm): string {
  return `${scope} ${key}`
}

/** Makes codes that look alike equal: see docs/decisions/0041-one-joining-rule.md. */
export function lookOf(code: string): string {
  return tidyReferralCode(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

type Latest = { code: string | null; block: string | null; joins: number; doubtful: number }

const MOST = 5_000

/** Requests that wait for a confirmation count like joins. */
function countLatest(db: Queryable, since: Date) {
  return findRows<Latest>(
    db,
    `select code, block, count(*)::int as joins, count(*) filter (where is_doubtful)::int as doubtful from (
       select used_referral_code as code, block::text, is_doubtful
       from (select * from waitlist_entries order by joined_position desc limit ${MOST}) as e where seen_at > $1
       union all
       select code, request #>> '{seen,block}',
         jsonb_typeof(request #> '{seen,marks}') = 'array'
           and (code is not null or request #> '{seen,marks}' <> '["no-page"]')
       from (
         select request, request ->> 'used_referral_code' as code from join_requests
         where created_at > $1 order by created_at desc limit ${MOST}) as waiting) as latest
     group by 1, 2`,
    [since],
  )
}

function findMailed(db: Queryable, { since, most }: { since: Date; most: number }) {
  return findColumn<string>(
    db,
    `select request #>> '{seen,block}' as block from join_requests
     where created_at > $1 and request #>> '{seen,block}' is not null
     group by 1 having count(distinct key) >= $2`,
    [since, most],
  )
}

function hasRequests(db: Queryable, since: Date) {
  return hasRows(db, 'select from join_requests where created_at > $1 limit 1', [since])
}

async function keepAlarms(db: Queryable, { alarms, until }: { alarms: Alarm[]; until: Date }): Promise<void> {
  if (alarms.length === 0) return
  await db.query(
    `insert into trust_alarms (scope, key, until) select scope, key, $2
     from json_to_recordset($1) as t (scope text, key text) order by scope, key
     on conflict (scope, key) do update set until = greatest(trust_alarms.until, excluded.until)`,
    [JSON.stringify(alarms), until],
  )
}

function readAlarms(db: Queryable, now: Date) {
  return findRows<Alarm>(db, 'select scope, key from trust_alarms where until > $1', [now])
}

export async function dropAlarms(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from trust_alarms where until < $1', [before])
}

type Watching = {
  pool: Pool
  now: () => Date
  config: Current<'mailBudgets'>
  tellOwners: (mail: ComposedMail) => Promise<boolean>
}

const TOLD = 'owners-told-of-flood'
const REST_MS = 2_000
const HOUR_MS = 60 * 60_000
const MOST_MAILED = 100

/** Every server runs this. */
export function startWatchingFloods({ logFailure, ...watching }: Watching & { logFailure: LogFailure }): Repeating {
  const step = async () => {
    await watchFloods(watching)
    return REST_MS
  }
  return startRepeating({ step, restMs: REST_MS, failure: 'floods could not be looked for', logFailure })
}

export async function watchFloods({ pool, now, config, tellOwners }: Watching): Promise<void> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  if (await hasRequests(pool, before(SEEN_MS))) {
    const most = Math.min(MOST_MAILED, Math.ceil(partForNetwork(config().mailBudgets.domain) / 2))
    await raiseAlarms(pool, at, await findMailed(pool, { since: before(HOUR_MS), most }))
  }
  if ((await readAlarms(pool, at)).length === 0) return
  // Once a day, on one of the servers.
  if (!(await replaceEarlier(pool, TOLD, { by: at, before: before(DAY_MS) }))) return
  if (!(await tellOwners(floodMail()))) await dropSetting(pool, TOLD)
}

/** The other three quarters are for people elsewhere. */
export function partForNetwork(budget: number): number {
  return Math.max(1, Math.floor(budget / 4))
}
