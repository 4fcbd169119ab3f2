import type pg from 'pg'
import { SIGNALS } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { keepKeys, readUnkeyed } from '../people/email-keys.ts'
import { raiseAlarms } from './alarms.ts'
import { type Judged, type Seen, timeOf } from './friends.ts'
import { judgeFriends } from './judge-friends.ts'
import { type LookUp, lookUpDomains } from './look-up-domains.ts'
import { domainOf, isTagged, mailboxOf } from './mailbox.ts'
import { countBy, MOST, type Norms, normsOf } from './norms.ts'
import { signalsOfEmail } from './observe.ts'
import { findAtMailboxes, findSameMailboxes, insertMailboxes } from './mailbox-queries.ts'
import * as queries from './queries.ts'
import { endChangedRule, readRules, takeChangedRule } from './rules.ts'
import { settleSignals } from './settle-signals.ts'
import { found, type FoundSignal, timeSignal } from './signals.ts'

/** The joins of one turn. */
const MOST_JOINS = 1_000
/** Of each referrer, so many of the newest friends are judged again with each new one. */
const MOST_FRIENDS = 2_000
/** What is usual on the list is read off so many of its latest joins, and remembered for some seconds. */
const LATEST = { among: 10_000, limit: 2_000, ...MOST }
const NORMS_MS = 5_000

/**
 * A friend who only did not open the form, or who is only like others, is compared with the others once there are so
 * many. In each turn, that is done for every code whose new friends did not open the form, and for the busiest codes.
 */
const LEAST_OF_CROWD = 3
const BUSIEST = 10

export type Judging = { pool: pg.Pool; enqueue: Enqueue; now: () => Date; lookUp: LookUp }

/** What one turn did: how many joins it judged, and whether more are waiting. Null if nobody waits, or another server is at it. */
export type Turn = { judged: number; isMore: boolean } | null

/**
 * Judges the joins since the last turn, with the other friends of the same referrers. It is idempotent: a server that
 * dies in the middle leaves the turn to the next one, which finds the same. See docs/decisions/0071-judging-backwards.md.
 */
export function judgeJoins(judging: Judging): Promise<Turn> {
  const { pool, now } = judging
  return takeTurn(judging, 'joins', async (tx, range) => {
    const joins = await queries.readSeen(tx, range)
    const same = await findWrittenTwice(tx, joins)
    const news = newsOf(same)
    const rules = await readRules(tx)
    const isWorthALook = (joined: Seen) => news.has(joined.id) || rules.signalsFor(joined).length > 0 || isOdd(joined)
    const inTurn = new Set(joins.map(({ id }) => id))
    const people = [...joins.filter(isWorthALook), ...same.filter(({ id }) => !inTurn.has(id))]
    const marked = new Set(referrersOf(people))
    const others = busiestFirst(joins.filter(({ referrer_id }) => referrer_id !== null && !marked.has(referrer_id)))
    const watched = await queries.findWatched(tx, others)
    const withoutPage = new Set(referrersOf(joins.filter(({ opened_at }) => opened_at === null)))
    const crowds = others.filter((id, index) => index < BUSIEST || withoutPage.has(id))
    const crowded = await queries.findReferrersOf(tx, crowds, LEAST_OF_CROWD)
    await judge(judging, tx, { news, people, referrers: [...new Set([...marked, ...watched, ...crowded])] })
    if (people.length + watched.length + crowded.length > 0) await raiseAlarms(pool, now())
  })
}

/** Judges anew the people whom a rule of the owner's is about, when it came into force or went out of it. */
export function judgeRules(judging: Judging): Promise<Turn> {
  return inTransaction(judging.pool, async (tx) => {
    const rule = await takeChangedRule(tx)
    if (!rule) return null
    const people = await queries.readRuled(tx, rule)
    await judge(judging, tx, { news: new Map(), people, referrers: referrersOf(people) })
    await endChangedRule(tx, rule)
    return { judged: people.length, isMore: true }
  })
}

/** Looks up whether the domains of new friends can receive mail, some seconds after they joined, and judges those that cannot. */
export function judgeDomains(judging: Judging): Promise<Turn> {
  return takeTurn(judging, 'domains', async (tx, range) => {
    const friends = await queries.readFriendsSeen(tx, range)
    const domains = [...new Set(friends.map(({ email }) => domainOf(email)))]
    const dead = await lookUpDomains(judging, domains)
    const without = friends.filter(({ email }) => dead.has(domainOf(email)))
    const news = new Map(
      without.map(({ id, email }): [string, FoundSignal[]] => [
        id,
        [found('no-mail-domain', { domain: domainOf(email) })],
      ]),
    )
    await judge(judging, tx, { news, people: without, referrers: referrersOf(without) })
  })
}

async function takeTurn(
  { pool }: Judging,
  name: 'joins' | 'domains',
  work: (tx: Transaction, range: { after: number; last: number }) => Promise<void>,
): Promise<Turn> {
  if (!(await queries.isWaiting(pool, name))) return null
  return inTransaction(pool, async (tx) => {
    const after = await queries.takeTurn(tx, name)
    if (after === null) return null
    const { joins, last } = await queries.findRange(tx, { after, limit: MOST_JOINS })
    if (last === null) return { judged: 0, isMore: false }
    await work(tx, { after, last })
    await queries.endTurn(tx, name, last)
    return { judged: joins, isMore: joins === MOST_JOINS }
  })
}

/** Whether something about the join alone is unusual, so that it is worth a look at the other friends. */
function isOdd(joined: Seen): boolean {
  return signalsOfEmail(joined.email).length > 0 || timeSignal(timeOf(joined)).length > 0
}

/** What is usual on the list, without the friends of one referrer. */
type NormsBeside = (referrerId: string | null) => Norms

const usual = new WeakMap<pg.Pool, { normsBeside: NormsBeside; readAt: number }>()

async function readNorms({ pool }: Judging, tx: Transaction): Promise<NormsBeside> {
  const last = usual.get(pool)
  if (last && performance.now() - last.readAt < NORMS_MS) return last.normsBeside
  const latest = await queries.readLatest(tx, LATEST)
  const referrers = new Set(referrersOf(latest))
  const all = normsOf(latest)
  const beside = new Map<string, Norms>()
  const normsBeside: NormsBeside = (referrerId) => {
    if (referrerId === null || !referrers.has(referrerId)) return all
    const norms = beside.get(referrerId) ?? normsOf(latest.filter((joined) => joined.referrer_id !== referrerId))
    beside.set(referrerId, norms)
    return norms
  }
  usual.set(pool, { normsBeside, readAt: performance.now() })
  return normsBeside
}

function referrersOf(joins: Pick<Seen, 'referrer_id'>[]): string[] {
  return [...new Set(joins.flatMap(({ referrer_id }) => referrer_id ?? []))]
}

function busiestFirst(joins: Seen[]): string[] {
  return [...countBy(joins, ({ referrer_id }) => referrer_id!)]
    .toSorted(([, one], [, other]) => other - one)
    .map(([id]) => id)
}

/**
 * Keeps the keys of entries that a server of the version before stored, and judges those who share a mailbox with
 * another. Looks at a range of positions, and returns the last one; null at the end. Idempotent.
 */
export function judgeUnkeyed(judging: Judging, after: number): Promise<number | null> {
  return inTransaction(judging.pool, async (tx) => {
    const { unkeyed, next } = await readUnkeyed(tx, after)
    if (unkeyed.length === 0) return next
    const beside = await findAtMailboxes(tx, unkeyed)
    const same = await findWrittenTwice(tx, [...unkeyed, ...beside])
    await judge(judging, tx, { news: newsOf(same), people: same, referrers: [] })
    return next
  })
}

function newsOf(same: Judged[]): Map<string, FoundSignal[]> {
  return new Map(same.map(({ id }) => [id, [found('same-mailbox')]]))
}

async function findWrittenTwice(tx: Transaction, joins: Pick<Seen, 'id' | 'position' | 'email'>[]): Promise<Judged[]> {
  await keepKeys(tx, joins)
  const mailboxes = joins.map(({ id, position, email }) => ({
    entry_id: id,
    position,
    mailbox: mailboxOf(email),
    isAlias: mailboxOf(email) !== email,
    isTagged: isTagged(email),
  }))
  await insertMailboxes(
    tx,
    mailboxes.filter(({ isAlias }) => isAlias),
  )
  return findSameMailboxes(tx, mailboxes)
}

/** `news`: signals that were found just now, by entry. `people`: those to judge, besides the friends of the referrers. */
type Work = { news: Map<string, FoundSignal[]>; people: Judged[]; referrers: string[] }

async function judge(judging: Judging, tx: Transaction, { news, people, referrers }: Work): Promise<void> {
  const normsBeside = await readNorms(judging, tx)
  const rules = await readRules(tx)
  /** What is known of somebody whom nobody needs to compare with others. */
  const knownOf = (joined: Judged, stored: FoundSignal[]) => {
    const kept = stored.filter(({ signal }) => SIGNALS[signal].kind !== 'owner')
    const names = new Set(kept.map(({ signal }) => signal))
    const added = (news.get(joined.id) ?? []).filter(({ signal }) => !names.has(signal))
    return [...kept, ...added, ...rules.signalsFor(joined)]
  }

  const judged = new Set<string>()
  for (const referrerId of referrers) {
    const friends = await queries.readFriends(tx, { referrerId, limit: MOST_FRIENDS })
    const known = friends.map((friend) => ({ ...friend, signals: knownOf(friend, friend.signals) }))
    await settleSignals(judging, { standings: friends, found: judgeFriends(known, normsBeside(referrerId)) })
    for (const { id } of friends) judged.add(id)
  }
  const strangers = new Map(people.filter(({ id }) => !judged.has(id)).map((joined) => [joined.id, joined]))
  const standings = await queries.readStandings(tx, [...strangers.keys()])
  const found = new Map(standings.map(({ id, signals }) => [id, knownOf(strangers.get(id)!, signals)]))
  await settleSignals(judging, { standings, found })
}
