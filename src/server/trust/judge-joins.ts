import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { readDomainRules } from './domain-rules.ts'
import { raiseAlarms } from './floods/alarms.ts'
import { type LookUp, lookUpDomains } from './look-up-domains.ts'
import { restand } from './credit.ts'
import { addressFacts, domainOf } from './mailbox.ts'
import { addMark, changeMarks, OF_ADDRESSES, OF_FORMS, PART_SIZE, removeMarks } from './marks.ts'
import { marksOfAddress } from './observe.ts'
import * as queries from './queries.ts'

const MOST_JOINS = 1_000
/** Each may have to be looked up. */
const MOST_DOMAINS = 200

export type Judging = { pool: pg.Pool; now: () => Date; lookUp: LookUp }

/** Null if none waited, or another server has the turn. */
export type Turn = { isMore: boolean } | null

/** A flood, or a domain that the owner refuses or trusts, which the joining server may not have known yet. Idempotent. */
export function judgeJoins({ pool, now }: Judging): Promise<Turn> {
  return takeTurn(pool, 'joins', async (tx, range) => {
    const joins = await queries.readSeen(tx, range)
    const { isRefused, isTrusted } = await readDomainRules(tx)
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
    const friends = (await queries.readSeen(tx, range)).filter(({ inviter_id }) => inviter_id !== null)
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
  pool: pg.Pool,
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
  pool: pg.Pool,
  name: 'joins' | 'domains',
  work: (tx: Transaction, range: { after: number; last: number }) => Promise<number | undefined>,
): Promise<Turn> {
  if (!(await queries.isWaiting(pool, name))) return null
  return inTransaction(pool, async (tx) => {
    // The transaction is idle during look-ups and while marks are written on other connections.
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    const after = await queries.takeTurn(tx, name)
    if (after === null) return null
    const { joins, last } = await queries.findRange(tx, { after, limit: MOST_JOINS })
    if (last === null) return { isMore: false }
    const reached = (await work(tx, { after, last })) ?? last
    await queries.endTurn(tx, name, reached)
    return { isMore: joins === MOST_JOINS || reached < last }
  })
}
