import { Block } from '#shared/values/network-block.ts'
import { TRUST_VERSION } from '#site/trust.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { domainKey } from '../base/email-key.ts'
import { readInSlices } from '../db/read-in-slices.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'
import type { Judged, Seen, Standing } from './judged.ts'
import { currentOf, type FoundSignal } from './signals.ts'

const JUDGED = 'e.id, e.email, t.block::text'

const HOLDS_OF_RULES = `select from holds h where h.entry_id = e.id and h.cause = 'signals'`

/** Whether this kind of judging has joins to process. Takes no locks, so that an idle server writes nothing. */
export async function isWaiting(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ is_waiting: boolean }>(
    `select exists (select from join_traces where position > (select position from judging where name = $1)) as is_waiting`,
    [name],
  )
  return rows[0]!.is_waiting
}

/**
 * Locks one kind of judging until the transaction ends. Returns the last judged position; null while another server has
 * the lock.
 */
export async function takeTurn(tx: Transaction, name: string): Promise<number | null> {
  const { rows } = await tx.query<{ position: number }>(
    'select position from judging where name = $1 for update skip locked',
    [name],
  )
  return rows[0]?.position ?? null
}

export async function endTurn(tx: Transaction, name: string, position: number): Promise<void> {
  await tx.query('update judging set position = $2 where name = $1', [name, position])
}

/** The number of joins after this position, up to a limit, and the position of the last of them. */
export async function findRange(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ joins: number; last: number | null }> {
  const { rows } = await db.query<{ joins: number; last: number | null }>(
    `select count(*)::int as joins, max(position) as last
     from (select position from join_traces where position > $1 order by position limit $2) as range`,
    [after, limit],
  )
  return rows[0]!
}

type Range = { after: number; last: number }

/** The joins in a range, in order. Erased people have no trace, so they are left out. */
export function readSeen(db: Queryable, range: Range): Promise<Seen[]> {
  return readTraces<Seen>(db, `${JUDGED}, t.position, e.is_doubtful`, range)
}

/** The friends among the joins in a range. */
export function readFriendsSeen(db: Queryable, range: Range): Promise<(Judged & { position: number })[]> {
  return readTraces(db, `${JUDGED}, t.position`, range, 'and t.referrer_id is not null')
}

async function readTraces<Row extends object>(
  db: Queryable,
  columns: string,
  { after, last }: Range,
  condition = '',
): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from join_traces t join waitlist_entries e on e.id = t.entry_id
     where t.position > $1 and t.position <= $2 ${condition} order by t.position`,
    [after, last],
  )
  return rows
}

/** The keyed hash of the network from which a person joined; null if it is unknown or no longer stored. */
export async function readBlock(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ block: string | null }>(
    `select block::text from join_traces where position = (select joined_position from waitlist_entries where id = $1)`,
    [id],
  )
  return rows[0]?.block ?? null
}

/** The people that a rule is about, as far as their traces are still stored, in slices of this size. */
export async function* readRuled(
  tx: Transaction,
  { subject, value }: { subject: 'domain' | 'block'; value: string },
  size: number,
): AsyncGenerator<Judged[]> {
  // Earlier versions accepted numbers that no network has.
  if (subject === 'block' && !Block.safeParse(value).success) return
  const isDomain = subject === 'domain'
  const text = `select ${JUDGED} from join_traces t join ${KEYED_ENTRIES} as e on e.id = t.entry_id
    where ${isDomain ? `${KEYED_DOMAIN} = $1` : 't.block = $1::bigint'}`
  yield* readInSlices<Judged>(tx, { text, values: [isDomain ? domainKey(value) : value] }, size)
}

/** SQL: the columns of a `Standing` for the entry `e`. */
const STANDING = `
  (select coalesce(json_agg(json_build_object('signal', signal, 'points', points, 'evidence', evidence)), '[]')
   from (${currentOf('e.id')}) as s) as signals,
  exists (${HOLDS_OF_RULES} and closed_at is null) as is_held,
  exists (${HOLDS_OF_RULES} and closed_at is null and opened_by is null) as is_held_by_rules,
  (e.is_accepted or exists (${HOLDS_OF_RULES} and closed_by is not null)) and not exists (${HOLDS_OF_RULES} and closed_at is null)
    as is_accepted`

export async function readStandings(db: Queryable, ids: string[]): Promise<Standing[]> {
  const { rows } = await db.query<Standing>(
    `select e.id, ${STANDING} from waitlist_entries e where e.id = any($1) and e.erased_at is null`,
    [ids],
  )
  return rows
}

export type NewSignal = FoundSignal & { entry_id: string }

export async function insertSignals(tx: Transaction, signals: NewSignal[]): Promise<void> {
  if (signals.length === 0) return
  await tx.query(
    `insert into entry_signals (entry_id, signal, version, points, evidence)
     select entry_id, signal, $2, points, evidence
     from json_to_recordset($1) as t (entry_id uuid, signal text, points smallint, evidence jsonb)`,
    [JSON.stringify(signals), TRUST_VERSION],
  )
}

/** Deletes everything that judging stored about these entries. */
export async function forgetTrust(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from entry_signals where entry_id = any($1)', [ids])
  await tx.query('delete from mailboxes where entry_id = any($1)', [ids])
  await tx.query(
    'delete from join_traces where position in (select joined_position from waitlist_entries where id = any($1))',
    [ids],
  )
  await tx.query(
    `delete from mail_domains
     where domain in (select ${KEYED_DOMAIN} from ${KEYED_ENTRIES} as e where id = any($1))`,
    [ids],
  )
}

const MOST_AT_ONCE = 10_000

/** Deletes some traces from before this time, the oldest first. Returns whether there may be more. */
export async function dropTraces(db: Queryable, before: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from join_traces where position in (
       select position from (select position, at from join_traces order by position limit ${MOST_AT_ONCE}) as oldest
       where at < $1)`,
    [before],
  )
  return rowCount === MOST_AT_ONCE
}
