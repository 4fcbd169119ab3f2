import type { Queryable, Transaction } from '../db/pool.ts'
import { livingOf } from '../people/addresses/living.ts'
import { findErased, readAddressKey } from '../people/addresses/erased-addresses.ts'
import { mailboxKey, mailboxOf } from './mailbox.ts'

type Mailbox = { entry_id: string; mailbox: string }

/** Stores the mailboxes of addresses that are spelled differently from their mailbox. */
export async function insertMailboxes(tx: Transaction, mailboxes: Mailbox[]): Promise<void> {
  if (mailboxes.length === 0) return
  await tx.query(
    `insert into mailboxes (entry_id, mailbox)
     select t.entry_id, t.mailbox from json_to_recordset($1) as t (entry_id uuid, mailbox text)
       join (${livingOf('select unnest($2::uuid[])')}) as living on id = entry_id
     on conflict (entry_id) do update set mailbox = excluded.mailbox`,
    [JSON.stringify(mailboxes), mailboxes.map(({ entry_id }) => entry_id)],
  )
}

/**
 * Lets the next turn of judging compare the spellings of these imported people. Only people whose address differs from
 * their mailbox need a trace: the comparison also finds people whose address is the mailbox itself.
 */
export async function traceImported(
  tx: Transaction,
  people: { id: string; email: string; joined_position: number }[],
): Promise<void> {
  const spelled = people.filter(({ email }) => mailboxOf(email) !== email)
  if (spelled.length === 0) return
  await tx.query(
    `insert into join_traces (position, entry_id, at)
     select joined_position, id, now() from json_to_recordset($1) as t (id uuid, joined_position integer)`,
    [JSON.stringify(spelled.map(({ id, joined_position }) => ({ id, joined_position })))],
  )
}

/** The referrers whose friends include several spellings of one of these mailboxes. */
export async function findReferrersOfSpellings(db: Queryable, mailboxes: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with spelled as materialized (
       select id, email as mailbox from waitlist_entries where email = any($1)
       union select entry_id, mailbox from mailboxes where mailbox = any($1))
     select distinct referrer_id as id from spelled join credits on friend_id = spelled.id
     group by referrer_id, mailbox having count(*) > 1`,
    [[...new Set(mailboxes)]],
  )
  return rows.map(({ id }) => id)
}

/** Deletes the data that names an entry's earlier address, and stores the new mailbox as joining does. */
export async function moveMailbox(tx: Transaction, { entryId, to }: { entryId: string; to: string }): Promise<void> {
  await tx.query('delete from mailboxes where entry_id = $1', [entryId])
  await tx.query('update entry_signals set evidence = null where entry_id = $1', [entryId])
  const mailbox = mailboxOf(to)
  if (mailbox !== to) await tx.query('insert into mailboxes (entry_id, mailbox) values ($1, $2)', [entryId, mailbox])
}

/** The people in this list whose mailbox was that of a person who confirmed an address and was erased. */
export async function findReturning(db: Queryable, people: { id: string; email: string }[]): Promise<string[]> {
  const keys = people.map(({ email }) => mailboxKey(email))
  const known = await findErased(db, keys, await readAddressKey(db))
  return people.filter((_person, index) => known.has(keys[index]!)).map(({ id }) => id)
}
