import type { Queryable, Transaction } from '../db/pool.ts'
import { IS_RANKED, LAUNCH_ORDER, launchKeyOf } from './launch-order.ts'

/** A reader adds up all blocks, and counts one of them in the index. This makes both short for a million entries. */
const BLOCK_SIZE = 512

/** Whether the blocks are right: no server of an earlier version, which does not keep them, has changed the list. */
export const IS_LEVEL = '(select rank_mark = last_position + updates from waitlist_counter where id = 1)'

/**
 * `gap` is how much the list changed without the blocks. `isUneven`: a block is so large that it should be split.
 */
export async function readBlockState(db: Queryable): Promise<{ gap: number; isUneven: boolean }> {
  const { rows } = await db.query<{ gap: number; isUneven: boolean }>(
    `select (last_position + updates - rank_mark)::float8 as gap,
       exists (select from rank_blocks where entries > ${2 * BLOCK_SIZE}) as "isUneven"
     from waitlist_counter where id = 1`,
  )
  return rows[0]!
}

/** The block in which a relation's key lies, as a row for `cross join lateral`. */
export function blockOf(relation: string): string {
  return `(select position, referrals, joined_position from rank_blocks b
    where ${launchKeyOf('b')} <= ${launchKeyOf(relation)}
    order by position desc, (-referrals) desc, joined_position desc limit 1)`
}

/** The statement that adds to blocks, from a query of their keys and of how many entries each gains or loses. */
export function addToBlocksOf(query: string): string {
  return `insert into rank_blocks as b (position, referrals, joined_position, entries)
    select position, referrals, joined_position, sum(entries) from (${query}) as changes
    group by position, referrals, joined_position having sum(entries) <> 0
    on conflict (${LAUNCH_ORDER}) do update set entries = b.entries + excluded.entries`
}

/**
 * A query for `addToBlocksOf` of newcomers, from a relation with their `position` and `is_ranked`. Newcomers are the last
 * in launch order, so they share the last block, or begin a new one when it is full.
 */
export function blocksOfNewcomers(newcomers: string): string {
  const keyOf = (column: string, ofFirst: string) => `case when is_full then ${ofFirst} else last.${column} end`
  return `select ${keyOf('position', 'first')} as position, ${keyOf('referrals', '0')} as referrals,
      ${keyOf('joined_position', 'first')} as joined_position, joined as entries
    from (select min(position) as first, count(*) as joined from ${newcomers} where is_ranked) as ranked
    cross join (select *, entries >= ${BLOCK_SIZE} as is_full from rank_blocks
      order by position desc, (-referrals) desc, joined_position desc limit 1) as last
    where joined > 0`
}

/**
 * A query for `addToBlocksOf` of entries that moved in launch order, from a relation with their key, `position_before`,
 * `referrals_before` and `is_ranked`.
 */
export function blocksOfMoved(moved: string): string {
  const before = 'select position_before as position, referrals_before as referrals, joined_position'
  return `select b.*, -1 from (${before} from ${moved} where is_ranked) as m cross join lateral ${blockOf('m')} as b
    union all
    select b.*, 1 from (select * from ${moved} where is_ranked) as m cross join lateral ${blockOf('m')} as b`
}

/** Counts all blocks anew. Call this with the counter locked. */
export async function recountBlocks(tx: Transaction): Promise<void> {
  await tx.query('delete from rank_blocks', [])
  await tx.query(
    `insert into rank_blocks (position, referrals, joined_position, entries)
     select 0, 0, 0, count(*) from waitlist_entries where ${IS_RANKED}`,
    [],
  )
  await splitBlocks(tx)
}

/**
 * Splits blocks into which many entries moved, and drops the ones that all have left. Call this with the counter locked.
 * A reader is right without it, but slower.
 */
export async function splitBlocks(tx: Transaction, size = BLOCK_SIZE): Promise<void> {
  await tx.query(
    `with edges as materialized (
       select *, lead(position, 1, 2147483647) over launch as next_position, lead(-referrals, 1, 0) over launch as next_less,
         lead(joined_position, 1, 0) over launch as next_joined
       from rank_blocks window launch as (order by ${LAUNCH_ORDER})
     ), numbered as (
       select e.*, b.entries
       from edges b cross join lateral (
         select position, referrals, joined_position, row_number() over (order by ${LAUNCH_ORDER}) as number
         from waitlist_entries w where ${IS_RANKED}
           and ${launchKeyOf('w')} >= ${launchKeyOf('b')}
           and ${launchKeyOf('w')} < (next_position, next_less, next_joined)) as e
       where b.entries > 2 * $1
     ), first_parts as (
       update rank_blocks set entries = $1 where entries > 2 * $1
     )
     insert into rank_blocks (position, referrals, joined_position, entries)
     select position, referrals, joined_position, least($1, entries - number + 1)
     from numbered where number > 1 and (number - 1) % $1 = 0`,
    [size],
  )
  await tx.query('delete from rank_blocks where entries = 0 and position > 0', [])
}
