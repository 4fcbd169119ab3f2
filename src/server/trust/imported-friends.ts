import { recount } from './credit.ts'
import { findColumn, type Transaction } from '../db/query.ts'

/** Nothing else is known of them. */
type Imported = { entry_id: string; friends: number }

/** Skips people to whom an import gave friends. `moves`: false if their position in the file includes them already. With the counter locked. */
export async function addImportedFriends(
  tx: Transaction,
  { imported, moves, by }: { imported: Imported[]; moves: boolean; by: string },
): Promise<void> {
  if (imported.length === 0) return
  const people = await findColumn<string>(
    tx,
    `insert into imported_friends (entry_id, act_id, friends, moves)
     select entry_id, $2, friends, $3 from json_to_recordset($1) as t (entry_id uuid, friends integer)
     where not exists (select from imported_friends i where i.entry_id = t.entry_id and act_id is not null)
     returning entry_id`,
    [JSON.stringify(imported), by, moves],
  )
  await sumUp(tx, people)
}

export async function findWithImported(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const sql = 'select entry_id from imported_friends where entry_id = any($1) and act_id is not null'
  return new Set(await findColumn<string>(tx, sql, [ids]))
}

export async function removeImportedFriends(
  tx: Transaction,
  { ids, by }: { ids: string[]; by: string },
): Promise<void> {
  await tx.query('delete from imported_friends where entry_id = any($1) and act_id = $2', [ids, by])
  await sumUp(tx, ids)
}

async function sumUp(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `update waitlist_entries e set imported_friends = sums.friends, resting_friends = sums.resting, rule = coalesce(rule, 0)
     from (select id, coalesce(sum(friends), 0)::integer as friends,
         coalesce(sum(friends) filter (where not moves), 0)::integer as resting
       from unnest($1::uuid[]) as id left join imported_friends on entry_id = id group by id) as sums
     where e.id = sums.id and (imported_friends, resting_friends) is distinct from (sums.friends, sums.resting)`,
    [ids],
  )
  await recount(tx, ids)
}

/** Unless they have one. With the counter locked. Returns those who have one since. */
export async function setInviters(
  tx: Transaction,
  friends: { friend_id: string; inviter_id: string }[],
): Promise<string[]> {
  if (friends.length === 0) return []
  const ids = await findColumn<string>(
    tx,
    `update waitlist_entries f set inviter_id = t.inviter_id, rule = 0
     from json_to_recordset($1) as t (friend_id uuid, inviter_id uuid) join waitlist_entries r on r.id = t.inviter_id
     where f.id = t.friend_id and f.inviter_id is null and f.id <> r.id and f.erased_at is null and r.erased_at is null
     returning f.id`,
    [JSON.stringify(friends)],
  )
  await recount(tx, [...new Set([...ids, ...friends.map(({ inviter_id }) => inviter_id)])])
  return ids
}

export async function findInvitersOfOthers(
  tx: Transaction,
  { ids, by }: { ids: string[]; by: string },
): Promise<Set<string>> {
  return new Set(
    await findColumn<string>(
      tx,
      `select distinct inviter_id from waitlist_entries
     where inviter_id = any($1) and erased_at is null and imported_by is distinct from $2`,
      [ids, by],
    ),
  )
}
