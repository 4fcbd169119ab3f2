import { FROM_COUNTER } from '../people/events/record-events.ts'
import type { DraftToSave } from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { completed } from './completed.ts'
import { findRow, findRows, hasRows, type Queryable, type Transaction } from '../db/query.ts'

export type StoredVersion = { number: number; document: SiteDocument }

export async function insertFirst(db: Queryable, document: SiteDocument): Promise<void> {
  await db.query('insert into site_versions (number, document) values (1, $1) on conflict do nothing', [
    JSON.stringify(document),
  ])
}

/** Of the versions, and of the events of the list. */
export async function newestNumbers(db: Queryable): Promise<{ newest: number; event: string }> {
  const { rows } = await db.query<{ newest: number; event: string }>(
    `select (select max(number) from site_versions) as newest, last_event as event ${FROM_COUNTER}`,
  )
  return rows[0]!
}

export function readVersions(db: Queryable, numbers: number[]) {
  return findRows<StoredVersion>(
    db,
    'select number, document from site_versions where number = any($1) order by number',
    [numbers],
  )
}

/** Nobody else can publish until the transaction ends. */
export async function lockNewest(tx: Transaction): Promise<StoredVersion> {
  await tx.query('lock table site_versions in share row exclusive mode')
  return (await findRow<StoredVersion>(tx, 'select number, document from site_versions order by number desc limit 1'))!
}

export async function insertVersion(
  db: Queryable,
  { number, document, actId, account = null }: StoredVersion & { actId: string | null; account?: string | null },
): Promise<void> {
  await db.query('insert into site_versions (number, document, act_id, account) values ($1, $2, $3, $4)', [
    number,
    JSON.stringify(document),
    actId,
    account,
  ])
}

type PublishedVersion = { published_at: Date; account: string | null }

export async function listVersions(db: Queryable): Promise<(StoredVersion & PublishedVersion)[]> {
  const { rows } = await db.query<StoredVersion & PublishedVersion>(
    `select number, document, account, published_at from site_versions order by number desc limit 200`,
  )
  return rows.length > 0 ? rows : [{ ...BUILT, published_at: new Date() }]
}

export async function readNewest(db: Queryable): Promise<SiteDocument> {
  return (await readNewestVersion(db))?.document ?? BUILT.document
}

/** With the parts that it lacks. */
export async function readNewestVersion(db: Queryable): Promise<StoredVersion | null> {
  const { rows } = await db.query<StoredVersion>(
    'select number, document from site_versions order by number desc limit 1',
  )
  return rows[0] ? { number: rows[0].number, document: completed(rows[0].document) } : null
}

/** Until a server has stored the first version. */
const BUILT = { number: 0, document: sourceSite, account: null }

type StoredDraft = { document: SiteDocument; base: number; revision: string; saved_at: Date }

export function readDraft(db: Queryable) {
  return findRow<StoredDraft>(db, 'select document, base, revision, saved_at from site_draft')
}

/** See `DraftToSave`. */
export async function saveDraft(
  tx: Transaction,
  { document, base, revision, replaces }: DraftToSave,
  by: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update site_draft set document = $1, base = $2, revision = $3, saved_at = now(), saved_by = $4
     where revision in ($3, $5)`,
    [JSON.stringify(document), base, revision, by, replaces],
  )
  if (rowCount === 1 || replaces !== null) return rowCount === 1
  // Waits for somebody who publishes, so that the next statement sees their version.
  await tx.query('lock table site_versions in share mode')
  const inserted = await tx.query(
    `insert into site_draft (id, document, base, revision, saved_by)
     select 1, $1::json, $2::integer, $3::uuid, $4::uuid
     where $2 = (select coalesce(max(number), 0) from site_versions)
     on conflict do nothing`,
    [JSON.stringify(document), base, revision, by],
  )
  return inserted.rowCount === 1
}

/** False if the draft has none of these revisions. */
export function dropDraft(db: Queryable, revisions: string[]) {
  return hasRows(db, 'delete from site_draft where revision = any($1::uuid[])', [revisions])
}

/** A new link ends the one before. */
export async function putPreviewLink(db: Queryable, { hash, endsAt }: { hash: Buffer; endsAt: Date }): Promise<void> {
  await db.query(
    `insert into site_preview_link (id, token_hash, ends_at) values (1, $1, $2)
     on conflict (id) do update set token_hash = $1, ends_at = $2`,
    [hash, endsAt],
  )
}

export function readPreviewLink(db: Queryable) {
  return findRow<{ hash: Buffer; endsAt: Date }>(
    db,
    'select token_hash as hash, ends_at as "endsAt" from site_preview_link',
  )
}

export async function dropPreviewLink(db: Queryable): Promise<void> {
  await db.query('delete from site_preview_link')
}
