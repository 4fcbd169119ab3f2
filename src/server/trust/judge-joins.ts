import type pg from 'pg'
import { SIGNALS } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { settleAndRank } from '../ledger/settle-credits.ts'
import { voidCredits } from '../ledger/spend-credits.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { keepKeys, readUnkeyed } from '../people/addresses/email-keys.ts'
import { raiseAlarms } from './floods/alarms.ts'
import type { Judged } from './judged.ts'
import { type LookUp, lookUpDomains } from './look-up-domains.ts'
import { domainOf, mailboxOf } from './mailbox.ts'
import { findReferrersOfSpellings, findReturning, insertMailboxes } from './mailbox-queries.ts'
import * as queries from './queries.ts'
import { endChangedRule, readRules, takeChangedRule } from './rules.ts'
import { settleSignals } from './settle-signals.ts'
import { found, type FoundSignal } from './signals.ts'

/** The most joins in one turn. */
const MOST_JOINS = 1_000
/** The most mail domains in one turn, because each may have to be looked up. */
const MOST_DOMAINS = 200

export type Judging = { pool: pg.Pool; enqueue: Enqueue; now: () => Date; lookUp: LookUp }

/** Whether more joins wait after a turn. Null if none waited, or another server has the turn. */
export type Turn = { isMore: boolean } | null

/**
 * Judges the joins since the last turn: by several spellings of one mailbox, and by the owner's rules, some of which
 * the joining server may not have read yet. Idempotent: if a server dies midway, the next one repeats the turn with the
 * same result.
 */
export function judgeJoins(judging: Judging): Promise<Turn> {
  const { pool, now } = judging
  return takeTurn(judging, 'joins', async (tx, range) => {
    const joins = await queries.readSeen(tx, range)
    const { signalsFor } = await readRules(tx)
    const people = joins.filter((joined) => signalsFor(joined).length > 0)
    await judge(judging, tx, { news: new Map(), people })
    if (joins.some(({ is_doubtful }) => is_doubtful)) await raiseAlarms(pool, now())
    // Settles last, because that locks the counter, and after `endTurn`: credits use mailboxes of judged joins only.
    await queries.endTurn(tx, 'joins', range.last)
    await settleSpellings(tx, joins)
    return undefined
  })
}

/** Judges people again after a rule about them came into force or ended. */
export function judgeRules(judging: Judging): Promise<Turn> {
  return inTransaction(judging.pool, async (tx) => {
    // The transaction is idle while the signals are settled on other connections.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    const rule = await takeChangedRule(tx)
    if (!rule) return null
    for await (const people of queries.readRuled(tx, rule, MOST_JOINS))
      await judge(judging, tx, { news: new Map(), people })
    await endChangedRule(tx, rule)
    return { isMore: true }
  })
}

/**
 * Looks up whether the domains of new friends can receive mail, some seconds after they joined, and marks the friends
 * whose domains cannot.
 */
export function judgeDomains(judging: Judging): Promise<Turn> {
  return takeTurn(judging, 'domains', async (tx, range) => {
    // The transaction is idle during the look-ups.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    const friends = await queries.readFriendsSeen(tx, range)
    const domains = new Set<string>()
    let beyond: number | undefined
    for (const { email, position } of friends) {
      domains.add(domainOf(email))
      if (domains.size <= MOST_DOMAINS) continue
      beyond = position
      break
    }
    const dead = await lookUpDomains(judging, [...domains].slice(0, MOST_DOMAINS))
    const people = friends.filter(({ email }) => dead.has(domainOf(email)))
    const news = new Map(
      people.map(({ id, email }): [string, FoundSignal[]] => [
        id,
        [found('no-mail-domain', { domain: domainOf(email) })],
      ]),
    )
    await judge(judging, tx, { news, people })
    return beyond && beyond - 1
  })
}

/** `work` returns the last position that it has judged, unless it has judged the whole range. */
async function takeTurn(
  { pool }: Judging,
  name: 'joins' | 'domains',
  work: (tx: Transaction, range: { after: number; last: number }) => Promise<number | undefined>,
): Promise<Turn> {
  if (!(await queries.isWaiting(pool, name))) return null
  return inTransaction(pool, async (tx) => {
    const after = await queries.takeTurn(tx, name)
    if (after === null) return null
    const { joins, last } = await queries.findRange(tx, { after, limit: MOST_JOINS })
    if (last === null) return { isMore: false }
    const reached = (await work(tx, { after, last })) ?? last
    await queries.endTurn(tx, name, reached)
    return { isMore: joins === MOST_JOINS || reached < last }
  })
}

/**
 * Stores the keys of entries that a server of the previous version stored. Handles one range of positions and returns
 * the last position of the range; null at the end. Idempotent.
 */
export function judgeUnkeyed({ pool }: Pick<Judging, 'pool'>, after: number): Promise<number | null> {
  return inTransaction(pool, async (tx) => {
    const { unkeyed, next } = await readUnkeyed(tx, after)
    await settleSpellings(tx, unkeyed)
    return next
  })
}

/**
 * Stores the keys and mailboxes of these people. For each inviter, lets only one of several spellings of a mailbox
 * count. If a person who confirmed the mailbox has left, no proven spelling counts unless the owner accepted it.
 */
async function settleSpellings(tx: Transaction, people: { id: string; email: string }[]): Promise<void> {
  if (people.length === 0) return
  await keepKeys(tx, people)
  const mailboxes = people.map(({ id, email }) => ({ entry_id: id, email, mailbox: mailboxOf(email) }))
  await insertMailboxes(
    tx,
    mailboxes.filter(({ email, mailbox }) => mailbox !== email),
  )
  const referrers = await findReferrersOfSpellings(
    tx,
    mailboxes.map(({ mailbox }) => mailbox),
  )
  if (referrers.length === 0 && (await findReturning(tx, people)).length === 0) return
  await lockCounter(tx)
  // Asks again: somebody with such a mailbox may have left during the wait for the counter.
  const repeated = await findReturning(tx, people)
  const changes = await settleAndRank(tx, [...referrers, ...(await voidCredits(tx, { ids: repeated, repeated }))])
  await advanceCounter(tx, { entries: 0, updates: changes.length })
}

/** `news`: the new signals, by entry. */
type Work = { news: Map<string, FoundSignal[]>; people: Judged[] }

async function judge(judging: Judging, tx: Transaction, { news, people }: Work): Promise<void> {
  if (people.length === 0) return
  const rules = await readRules(tx)
  const judged = new Map(people.map((joined) => [joined.id, joined]))
  const standings = await queries.readStandings(tx, [...judged.keys()])
  const found = new Map(
    standings.map(({ id, signals }) => {
      const marks = signals.filter(({ signal }) => SIGNALS[signal].kind === 'mark')
      const names = new Set(marks.map(({ signal }) => signal))
      const added = (news.get(id) ?? []).filter(({ signal }) => !names.has(signal))
      return [id, [...marks, ...added, ...rules.signalsFor(judged.get(id)!)]]
    }),
  )
  await settleSignals(judging, { standings, found })
}
