import type { DrawnLogo } from '#shared/site/logo.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'

type Files = Record<string, Buffer>

/** Renews its date, so that it is not deleted before a draft shows it. */
export async function findLogo(db: Queryable, hash: string): Promise<DrawnLogo | null> {
  const { rows } = await db.query<DrawnLogo>(
    'update site_logos set uploaded_at = now() where hash = $1 returning hash, width, height',
    [hash],
  )
  return rows[0] ?? null
}

/** Logos and pictures. Deletes those sent more than a day ago that neither the draft nor a version shows. */
export async function insertLogo(
  tx: Transaction,
  { hash, width, height, files }: DrawnLogo & { files: Files },
): Promise<void> {
  await tx.query(
    `delete from site_logos where uploaded_at < now() - interval '1 day'
       and not exists (select from site_versions where strpos(document::text, hash) > 0)
       and not exists (select from site_draft where strpos(document::text, hash) > 0)`,
  )
  const { rowCount } = await tx.query(
    'insert into site_logos (hash, width, height) values ($1, $2, $3) on conflict do nothing',
    [hash, width, height],
  )
  // Somebody else has sent the same file meanwhile.
  if (rowCount === 0) return
  await tx.query(
    'insert into site_logo_files (hash, name, content) select $1, * from unnest($2::text[], $3::bytea[])',
    [hash, Object.keys(files), Object.values(files)],
  )
}

export async function readLogoFiles(db: Queryable, hash: string): Promise<Files | null> {
  const { rows } = await db.query<{ name: string; content: Buffer }>(
    'select name, content from site_logo_files where hash = $1',
    [hash],
  )
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
