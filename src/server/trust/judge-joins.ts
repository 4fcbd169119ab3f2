import { NO_RULES, readDomainRules } from './domain-rules.ts'
import { dropAlarms, raiseAlarms } from './abuse-alerts.ts'
import { dropDomains, type LookUp, lookUpDomains } from './look-up-domains.ts'
import { restand } from './credit.ts'
import { addressFacts, domainOf } from './mailbox.ts'
import { addMark, changeMarks, OF_ADDRESSES, OF_FORMS, PART_SIZE, removeMarks } from './marks.ts'
import { marksOfAddress } from './observe.ts'
import { type LogFailure, type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { TRACE_DAYS } from '#site/trust.ts'
import type { Task } from '../db/tasks.ts'
import { dropProofs } from './proofs.ts'
import { FROM_COUNTER } from '../people/events/record-events.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'
import {
  findRow,
  findRows,
  findValue,
  inTransaction,
  type Pool,
  type Queryable,
  type Transaction,
} from '../db/query.ts'

const MOST_JOINS = 1_000
/** Each may have to be looked up. */
const MOST_DOMAINS = 200

type Judging = { pool: Pool; now: () => Date; lookUp: LookUp }

/** Null if none waited, or another server has the turn. */
type Turn = { isMore: boolean } | null

/** A flood, or a domain that the owner refuses or trusts, which the joining server may not have known yet. Idempotent. */
export function judgeJoins({ pool, now }: Judging): Promise<Turn> {
  return takeTurn(pool, 'joins', async (tx, range) => {
    const rules = await readDomainRules(tx)
    const { isRefused, isTrusted } = rules
    const joins = await readSeen(tx, range, rules === NO_RULES ? 'is_doubtful' : 'true')
    if (joins.some(({ is_doubtful }) => is_doubtful)) await raiseAlarms(pool, now())
    await inParts(
      pool,
      joins.filter(({ email }) => isRefused(email)),
      (tx, ids) => addMark(tx, ids, 'refused-domain'),
    )
    const trusted = joins.filter(({ email, is_doubtful }) => is_doubtful && isTrusted(email))
    await inParts(pool, trusted, (tx, ids) => removeMarks(tx, ids, [...OF_ADDRESSES, ...OF_FORMS]))
    return undefined
  })
}

export function judgeDomains(judging: Judging): Promise<Turn> {
  return takeTurn(judging.pool, 'domains', async (tx, range) => {
    const friends = await readSeen(tx, range, 'inviter_id is not null')
    const domains = new Set<string>()
    let beyond: number | undefined
    for (const { email, position } of friends) {
      domains.add(domainOf(email))
      if (domains.size <= MOST_DOMAINS) continue
      beyond = position
      break
    }
    const { isTrusted } = await readDomainRules(tx)
    const dead = await lookUpDomains(judging, [...domains].slice(0, MOST_DOMAINS))
    const marked = friends.filter(({ email }) => dead.has(domainOf(email)) && !isTrusted(email))
    await inParts(judging.pool, marked, (tx, ids) => addMark(tx, ids, 'no-mail-domain'))
    return beyond && beyond - 1
  })
}

/** After it was stored. With the counter locked. */
export async function judgeAddress(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  const { mailbox, own_domain } = addressFacts(email)
  await restand(tx, [id], () =>
    tx.query('update waitlist_entries set mailbox = $2, own_domain = $3 where id = $1', [id, mailbox, own_domain]),
  )
  const added = marksOfAddress(email, await readDomainRules(tx))
  await changeMarks(tx, [id], { gone: OF_ADDRESSES, added })
}

async function inParts(
  pool: Pool,
  people: { id: string }[],
  work: (tx: Transaction, ids: string[]) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < people.length; first += PART_SIZE) {
    const ids = people.slice(first, first + PART_SIZE).map(({ id }) => id)
    await inTransaction(pool, (tx) => work(tx, ids))
  }
}

/** The last position judged, unless it is the whole range. */
async function takeTurn(
  pool: Pool,
  name: 'joins' | 'domains',
  work: (tx: Transaction, range: { after: number; last: number }) => Promise<number | undefined>,
): Promise<Turn> {
  if (!(await isWaiting(pool, name))) return null
  return inTransaction(pool, async (tx) => {
    // The transaction is idle during look-ups and while marks are written on other connections.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    const after = await lockTurn(tx, name)
    if (after === null) return null
    const { joins, last } = await findRange(tx, { after, limit: MOST_JOINS })
    if (last === null) return { isMore: false }
    const reached = (await work(tx, { after, last })) ?? last
    await endTurn(tx, name, reached)
    return { isMore: joins === MOST_JOINS || reached < last }
  })
}

const REST_MS = 1_000
/** So that joins stay fast. */
const SHARE = 0.05
/** A turn with the joins of a farm may take seconds, but their gains must not count for long. */
const MOST_REST_MS = 5_000
/** A look-up mostly waits for a resolver. */
const SHARE_OF_WAITING = 0.5
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

export function startJudging({ logFailure, ...judging }: Judging & { logFailure: LogFailure }): Repeating {
  const repeat = (step: () => Promise<number>, failure: string) =>
    startRepeating({ step, restMs: REST_MS, failure, logFailure })
  const turn = (judge: (judging: Judging) => Promise<Turn>, share: number) => async () => {
    const began = performance.now()
    const done = await judge(judging)
    const took = performance.now() - began
    return Math.max(Math.min(took / share - took, MOST_REST_MS), done?.isMore ? 10 : REST_MS)
  }
  return together([
    repeat(turn(judgeJoins, SHARE), 'joins could not be judged'),
    repeat(turn(judgeDomains, SHARE_OF_WAITING), 'mail domains could not be judged'),
  ])
}

export function forgettingTraces({ pool, now }: Pick<Judging, 'pool' | 'now'>): Task {
  return {
    name: 'delete traces of joins',
    everyMs: HOUR_MS,
    failure: 'traces of joins could not be deleted',
    run: async () => {
      const before = new Date(now().getTime() - TRACE_DAYS * DAY_MS)
      await dropProofs(pool)
      await dropDomains(pool)
      await dropAlarms(pool, before)
      if (await dropTraces(pool, before)) return REST_MS
    },
  }
}

async function isWaiting(db: Queryable, name: string): Promise<boolean> {
  return (await findValue<boolean>(
    db,
    `select last_position > (select position from judging where name = $1) as is_waiting ${FROM_COUNTER}`,
    [name],
  ))!
}

/** Null while another server has the lock. */
function lockTurn(tx: Transaction, name: string) {
  return findValue<number>(tx, 'select position from judging where name = $1 for update skip locked', [name])
}

async function endTurn(tx: Transaction, name: string, position: number): Promise<void> {
  await tx.query('update judging set position = $2 where name = $1', [name, position])
}

async function findRange(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ joins: number; last: number | null }> {
  return (await findRow<{ joins: number; last: number | null }>(
    db,
    `select count(*)::int as joins, max(joined_position) as last
     from (select joined_position from waitlist_entries where joined_position > $1 order by joined_position limit $2) as range`,
    [after, limit],
  ))!
}

type Seen = { id: string; email: string; position: number; is_doubtful: boolean }

function readSeen(db: Queryable, { after, last }: { after: number; last: number }, condition: string) {
  return findRows<Seen>(
    db,
    `select id, email, joined_position as position, is_doubtful from waitlist_entries
     where joined_position > $1 and joined_position <= $2 and seen_at is not null and ${condition}
     order by joined_position`,
    [after, last],
  )
}

export async function forgetTrust(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `delete from mail_domains
     where domain in (select ${KEYED_DOMAIN} from ${KEYED_ENTRIES} as e where id = any($1))`,
    [ids],
  )
}

const MOST_AT_ONCE = 10_000

async function dropTraces(db: Queryable, before: Date): Promise<boolean> {
  const { rows } = await db.query<{ read: number }>(
    `with slice as materialized (
       select id, joined_position, seen_at from waitlist_entries
       where joined_position > (select position from judging where name = 'traces')
       order by joined_position limit ${MOST_AT_ONCE}
     ), old as materialized (
       select * from slice
       where joined_position < coalesce((select min(joined_position) from slice where seen_at >= $1), 2147483647)
     ), forgotten as (
       update waitlist_entries e set seen_at = null, block = null from old where e.id = old.id and old.seen_at is not null
     )
     update judging set position = coalesce((select max(joined_position) from old), position) where name = 'traces'
     returning (select count(*)::int from old) as read`,
    [before],
  )
  return rows[0]!.read === MOST_AT_ONCE
}
