import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { MOST_VIEWS, type SavedView, type ViewToSave } from '#shared/list/saved-views.ts'
import { AppError } from '../base/errors.ts'

export async function readSavedViews(pool: pg.Pool): Promise<SavedView[]> {
  const { rows } = await pool.query<SavedView>('select id, name, query from saved_views order by lower(name), id')
  return rows
}

/** Another view with this name is replaced. */
export async function saveView(pool: pg.Pool, { name, query }: ViewToSave): Promise<SavedView> {
  const { rows } = await pool.query<SavedView>(
    `insert into saved_views (id, name, query)
     select $1, $2, $3 where (select count(*) from saved_views) < $4 or exists (select from saved_views where name = $2)
     on conflict (name) do update set query = excluded.query returning id, name, query`,
    [randomUUIDv7(), name, query, MOST_VIEWS],
  )
  if (!rows[0]) throw new AppError('invalid-input', { fields: { name: `must be one of at most ${MOST_VIEWS} views` } })
  return rows[0]
}

export async function deleteView(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from saved_views where id = $1', [id])
}
