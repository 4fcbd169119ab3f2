import type { Queryable } from './pool.ts'

export async function readSetting(db: Queryable, key: string): Promise<string | null> {
  const { rows } = await db.query<{ value: string }>(`select value #>> '{}' as value from settings where key = $1`, [
    key,
  ])
  return rows[0]?.value ?? null
}

/** False if there is a value: of two servers that start together, the first one's is kept. */
export async function insertSetting(db: Queryable, key: string, value: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into settings (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing',
    [key, value],
  )
  return rowCount === 1
}

export async function replaceSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  )
}

export async function replaceEarlier(
  db: Queryable,
  key: string,
  { by, before }: { by: Date; before: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into settings as s (key, value) values ($1, to_jsonb($2::timestamptz))
     on conflict (key) do update set value = excluded.value where (s.value #>> '{}')::timestamptz < $3`,
    [key, by, before],
  )
  return rowCount === 1
}

/** False if it has this value: of two servers, only one does what follows. */
export async function replaceOther(db: Queryable, key: string, value: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into settings as s (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value where s.value <> excluded.value`,
    [key, value],
  )
  return rowCount === 1
}

export async function dropSetting(db: Queryable, key: string): Promise<void> {
  await db.query('delete from settings where key = $1', [key])
}
