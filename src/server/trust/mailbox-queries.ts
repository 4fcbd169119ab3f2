import type { Queryable, Transaction } from '../db/pool.ts'
import { livingOf } from '../people/living.ts'
import type { Judged } from './judged.ts'
import { mailboxOf } from './mailbox.ts'

/** `isAlias`: the address is another way to write the mailbox. */
type Mailbox = { entry_id: string; position: number; mailbox: string; isAlias: boolean; isTagged: boolean }

/** Keeps the mailboxes of addresses that are written in one of many ways. */
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

type Addressed = { id: string; position: number; email: string }

/** Further entries whose address is the plain way to write a mailbox of these. */
export async function findAtMailboxes(db: Queryable, people: Addressed[]): Promise<Addressed[]> {
  const { rows } = await db.query<Addressed>(
    `select id, joined_position as position, email from waitlist_entries where email = any($1) and id <> all($2)`,
    [people.map(({ email }) => mailboxOf(email)), people.map(({ id }) => id)],
  )
  return rows
}

const IS_TAGGED = `e.email ~ '[+＋﹢⁺₊]'`

/**
 * The people who wrote a mailbox in a second way, when these people joined. An address with a tag gives way to one
 * without, also if that comes later: somebody else can write a stranger's address with a tag. Otherwise the first stays.
 */
export async function findSameMailboxes(db: Queryable, mailboxes: Mailbox[]): Promise<Judged[]> {
  const { rows } = await db.query<Judged>(
    `with t as materialized (
       select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::boolean[], $5::boolean[])
         as t (entry_id, position, mailbox, is_alias, is_tagged)
     ), later as (
       select entry_id from t where exists (
         select from waitlist_entries e where is_alias and e.email = t.mailbox
           and (is_tagged or e.joined_position < t.position))
       or exists (
         select from mailboxes m join waitlist_entries e on e.id = m.entry_id
         where m.mailbox = t.mailbox and e.id <> t.entry_id
           and ((${IS_TAGGED})::integer, e.joined_position) < (is_tagged::integer, t.position))
     ), tagged as (
       select e.id from (select distinct mailbox from t where not is_tagged) as plain
         join mailboxes m using (mailbox) join waitlist_entries e on e.id = m.entry_id
       where ${IS_TAGGED}
         and not exists (select from entry_signals s where s.entry_id = e.id and s.signal = 'same-mailbox')
     )
     select e.id, e.email, t.block::text
     from waitlist_entries e left join join_traces t on t.position = e.joined_position
     where e.id in (select entry_id from later union select id from tagged)`,
    [
      mailboxes.map(({ entry_id }) => entry_id),
      mailboxes.map(({ position }) => position),
      mailboxes.map(({ mailbox }) => mailbox),
      mailboxes.map(({ isAlias }) => isAlias),
      mailboxes.map(({ isTagged }) => isTagged),
    ],
  )
  return rows
}

/** Forgets what names an entry's earlier address, and keeps its new one as joining does. */
export async function moveMailbox(tx: Transaction, { entryId, to }: { entryId: string; to: string }): Promise<void> {
  await tx.query('delete from mailboxes where entry_id = $1', [entryId])
  await tx.query('update entry_signals set evidence = null where entry_id = $1', [entryId])
  const mailbox = mailboxOf(to)
  if (mailbox !== to) await tx.query('insert into mailboxes (entry_id, mailbox) values ($1, $2)', [entryId, mailbox])
}
