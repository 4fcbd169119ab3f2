import type * as z from 'zod/mini'
import type { Board, BoardOfOwner } from '#shared/joining/leaderboard.ts'
import { AppError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import type { Contents } from '../pages/rendering/pages.ts'
import { findRow, findRows, type Queryable, type Transaction } from '../db/query.ts'

const SHOWN = 10

/** SQL: people who chose a name, and have a friend who counts. */
const RANKED = `
  select e.id, b.name, e.referrals as friends,
    rank() over (order by e.referrals desc)::integer as rank, row_number() over (order by e.referrals desc, e.joined_position) as nth
  from board_names b join waitlist_entries e on e.id = b.entry_id
  where b.taken_off_at is null and e.referrals > 0 and e.erased_at is null and e.leaving_at is null and not e.is_rejected`

/** `entryId`: null for the page that everybody sees. */
export async function readBoard(db: Queryable, entryId: string | null) {
  return (await findRow<NonNullable<Board>>(
    db,
    `select coalesce((select json_agg(json_build_object('rank', rank, 'name', name, 'friends', friends, 'is_own', id is not distinct from $1) order by nth)
         from (${RANKED}) as ranked where nth <= ${SHOWN} or id = $1), '[]') as rows,
       (select json_build_object('name', name, 'is_taken_off', taken_off_at is not null) from board_names where entry_id = $1) as own`,
    [entryId],
  ))!
}

export function leaderboardContents({ pool, config }: Context): Contents {
  const of = async () => (config().hasLeaderboardPage ? { board: (await readBoard(pool, null)).rows } : 'missing')
  return { leaderboard: { of } }
}

export async function chooseName(tx: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into board_names as b (entry_id, name)
     select id, $2 from waitlist_entries where id = $1 and erased_at is null and leaving_at is null
     on conflict (entry_id) do update set name = excluded.name, chosen_at = now() where b.taken_off_at is null`,
    [id, name],
  )
  if (rowCount === 0)
    throw new AppError('invalid-input', { fields: { name: 'was taken off by the owner of the list' } })
}

/** What the owner took off stays so. */
export async function removeName(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from board_names where entry_id = $1 and taken_off_at is null', [id])
}

export function readBoardNames(db: Queryable) {
  return findRows<z.infer<typeof BoardOfOwner>['names'][number]>(
    db,
    `select e.id, e.email, name, e.referrals as friends, taken_off_at is not null as is_taken_off
     from board_names b join waitlist_entries e on e.id = b.entry_id where e.erased_at is null
     order by taken_off_at is not null, e.referrals desc, e.joined_position limit 100`,
  )
}

export async function takeOff(
  db: Queryable,
  { id, is_taken_off }: { id: string; is_taken_off: boolean },
): Promise<void> {
  const { rowCount } = await db.query(
    'update board_names set taken_off_at = case when $2 then coalesce(taken_off_at, now()) end where entry_id = $1',
    [id, is_taken_off],
  )
  if (rowCount === 0) throw new AppError('not-found')
}

export async function forgetBoardNames(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from board_names where entry_id = any($1)', [ids])
}
