import type { Transaction } from '../db/pool.ts'
import { recordEvents } from '../events/record-events.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { settleReferrers } from './settle-credits.ts'
import { CAP_NOW, placesNow } from '../places/referral-rule.ts'

/** The number of friends that a person brought to another list. Nothing else is known of these friends. */
type Imported = { entry_id: string; friends: number }

type Credited = { id: string; has_moved: boolean }

/**
 * SQL: whether the credit `r` of the act $2 moved the entry `e`. People that the act itself imported do not count as
 * moved.
 */
const HAS_MOVED = 'r.places <> 0 and e.imported_by is distinct from $2 as has_moved'

function movedOf(rows: Credited[]): string[] {
  return rows.flatMap(({ id, has_moved }) => (has_moved ? id : []))
}

/**
 * Credits people for friends whom the file of another list counts but does not name, and moves them. Skips people who
 * have such a credit. `moves`: false if their position in the file includes these friends already. Call this with the
 * counter locked. Returns the ids of the credited people.
 */
export function creditImported(
  tx: Transaction,
  { credits, moves, by }: { credits: Imported[]; moves: boolean; by: string },
): Promise<string[]> {
  if (credits.length === 0) return Promise.resolve([])
  const ids = credits.map(({ entry_id }) => entry_id)
  return keepRanks(tx, ids, async () => {
    const { rows } = await tx.query<Credited>(
      `with recorded as (
         insert into imported_credits (entry_id, friends, places, moves, act_id)
         select entry_id, friends, case when $3 then greatest(0, least(friends * ${placesNow()}, ${CAP_NOW} - credited_places))
           else 0 end, $3, $2
         from json_to_recordset($1) as t (entry_id uuid, friends integer) join waitlist_entries e on e.id = entry_id
         on conflict (entry_id) do nothing returning *
       )
       update waitlist_entries e set credited_places = credited_places + r.places, referrals = referrals + r.friends
       from recorded r where e.id = r.entry_id returning e.id, ${HAS_MOVED}`,
      [JSON.stringify(credits), by, moves],
    )
    await recordEvents(tx, 'entry.moved', movedOf(rows))
    return rows.map(({ id }) => id)
  })
}

/** The entries among these that have an imported credit. */
export async function findCredited(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select entry_id as id from imported_credits where entry_id = any($1)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Withdraws the credits that an act gave these people, and moves them back. Call this with the counter locked. */
export function uncreditImported(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  return keepRanks(tx, ids, async () => {
    const { rows } = await tx.query<Credited>(
      `with gone as (delete from imported_credits where entry_id = any($1) and act_id = $2 returning *)
       update waitlist_entries e set credited_places = credited_places - r.places, referrals = referrals - r.friends
       from gone r where e.id = r.entry_id returning e.id, ${HAS_MOVED}`,
      [ids, by],
    )
    await recordEvents(tx, 'entry.moved', movedOf(rows))
  })
}

/**
 * Deletes the credits that these friends gave, as if they had never joined, and moves their referrers back. Call this
 * with the counter locked.
 */
export async function withdrawCredits(tx: Transaction, friendIds: string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'select distinct referrer_id as id from credits where friend_id = any($1)',
    [friendIds],
  )
  await keepRanks(
    tx,
    rows.map(({ id }) => id),
    async () => {
      const moved = await tx.query<{ id: string }>(
        `with gone as (delete from credits where friend_id = any($1) returning *), moves as (
         select referrer_id, count(*)::integer as friends, sum(places)::integer as places
         from gone where state = 'counted' group by referrer_id
       )
       update waitlist_entries e set credited_places = credited_places - m.places, referrals = referrals - m.friends
       from moves m where e.id = m.referrer_id returning e.id`,
        [friendIds],
      )
      await recordEvents(
        tx,
        'entry.moved',
        moved.rows.map(({ id }) => id),
      )
      await settleReferrers(
        tx,
        rows.map(({ id }) => id),
      )
    },
  )
}

/** The entries among these with a friend that this act did not import. */
export async function findReferrersOfOthers(
  tx: Transaction,
  { ids, by }: { ids: string[]; by: string },
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct c.referrer_id as id from credits c join waitlist_entries f on f.id = c.friend_id
     where c.referrer_id = any($1) and f.imported_by is distinct from $2`,
    [ids, by],
  )
  return new Set(rows.map(({ id }) => id))
}
