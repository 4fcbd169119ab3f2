import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { completed } from './completed.ts'

/** A server that was not seen for this long no longer delays a new version. */
const LEASE = "interval '10 seconds'"
/** The files of a replaced version stay this long for pages that are still open. */
const KEPT_DAYS = 30

export type StoredVersion = { number: number; document: SiteDocument }

/** The numbers of the live version, of the newest one, and of the versions that open pages may still show. */
export type Standing = { live: number; newest: number; kept: number[] }

/** Stores version 1, unless it exists already. */
export async function insertFirst(db: Queryable, document: SiteDocument): Promise<void> {
  await db.query('insert into site_versions (number, document, live_at) values (1, $1, now()) on conflict do nothing', [
    JSON.stringify(document),
  ])
}

/**
 * Renews the lease of a server, and returns which versions to show and to keep. `holds`: the newest version whose files
 * it has.
 */
export async function renewLease(
  db: Queryable,
  { id, holds, failure }: { id: string; holds: number; failure: string | null },
): Promise<Standing> {
  const { rows } = await db.query<Standing>(
    `with renewed as (
       insert into site_servers (id, holds, failure) values ($1, $2, $3)
       on conflict (id) do update set holds = $2, failure = $3, seen_at = now()
     ), forgotten as (
       delete from site_servers where seen_at < now() - interval '1 day'
     )
     select max(number) as newest, max(number) filter (where live_at is not null) as live,
       coalesce(array_agg(number order by number) filter (where until is null or until > now() - make_interval(days => $4)), '{}')
         as kept
     from (select number, live_at, lead(live_at) over (order by number) as until from site_versions) as versions`,
    [id, holds, failure, KEPT_DAYS],
  )
  return rows[0]!
}

/**
 * Makes this version live if it is the newest, not live yet, and every server with a lease has its files. Returns
 * whether it did.
 */
export async function goLive(db: Queryable, number: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update site_versions set live_at = now() where number = $1 and live_at is null
       and number = (select max(number) from site_versions)
       and not exists (select from site_servers where holds < $1 and seen_at > now() - ${LEASE})`,
    [number],
  )
  return rowCount === 1
}

export async function endLease(db: Queryable, id: string): Promise<void> {
  await db.query('delete from site_servers where id = $1', [id])
}

export async function readVersions(db: Queryable, numbers: number[]): Promise<StoredVersion[]> {
  const { rows } = await db.query<StoredVersion>(
    'select number, document from site_versions where number = any($1) order by number',
    [numbers],
  )
  return rows
}

/** Reads the newest version. Nobody else can publish until the transaction ends. */
export async function lockNewest(tx: Transaction): Promise<StoredVersion> {
  await tx.query('lock table site_versions in share row exclusive mode')
  const { rows } = await tx.query<StoredVersion>(
    'select number, document from site_versions order by number desc limit 1',
  )
  return rows[0]!
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

export async function versionOfAct(db: Queryable, actId: string): Promise<StoredVersion | null> {
  const { rows } = await db.query<StoredVersion>('select number, document from site_versions where act_id = $1', [
    actId,
  ])
  return rows[0] ?? null
}

type PublishedVersion = { published_at: Date; live_at: Date | null; account: string | null; act_id: string | null }

/** The newest 200 versions, newest first. */
export async function listVersions(db: Queryable): Promise<(StoredVersion & PublishedVersion)[]> {
  const { rows } = await db.query<StoredVersion & PublishedVersion>(
    `select number, document, account, act_id, published_at, live_at from site_versions order by number desc limit 200`,
  )
  return rows.length > 0 ? rows : [{ ...BUILT, published_at: new Date(), live_at: new Date() }]
}

/** The document of the newest version. */
export async function readNewest(db: Queryable): Promise<SiteDocument> {
  return (await readNewestVersion(db))?.document ?? BUILT.document
}

/** The newest version, with the parts that it lacks. Null if no server has stored one. */
export async function readNewestVersion(db: Queryable): Promise<StoredVersion | null> {
  const { rows } = await db.query<StoredVersion>(
    'select number, document from site_versions order by number desc limit 1',
  )
  return rows[0] ? { number: rows[0].number, document: completed(rows[0].document) } : null
}

/** Stands in for a version until a server has stored the first one. */
const BUILT = { number: 0, document: sourceSite, account: null, act_id: null }

/** The servers that delay the newest version, with their failures: they have a lease but lack its files. */
export async function findWaiting(db: Queryable, number: number): Promise<{ failure: string | null }[]> {
  const { rows } = await db.query<{ failure: string | null }>(
    `select failure from site_servers where holds < $1 and seen_at > now() - ${LEASE} order by failure nulls last`,
    [number],
  )
  return rows
}

export type StoredDraft = {
  document: SiteDocument
  base: number
  revision: number
  saved_at: Date
  saved_by: string | null
}

export async function readDraft(db: Queryable): Promise<StoredDraft | null> {
  const { rows } = await db.query<StoredDraft>('select document, base, revision, saved_at, saved_by from site_draft')
  return rows[0] ?? null
}

type Saved = { document: SiteDocument; base: number; revision: number; by: string }

/**
 * Saves a draft in place of this revision; `revision` is 0 if there is no draft yet, and `base` must be the newest
 * version then. Returns the new revision, or null if somebody else has saved or published meanwhile.
 */
export async function saveDraft(tx: Transaction, { document, base, revision, by }: Saved): Promise<number | null> {
  // Waits for somebody who publishes, so that the next statement sees their version.
  if (revision === 0) await tx.query('lock table site_versions in share mode')
  const json = JSON.stringify(document)
  // Each draft begins at a random revision, so that no revision of a draft before it comes again.
  const { rows } = await tx.query<{ revision: number }>(
    revision === 0
      ? `insert into site_draft (id, document, base, revision, saved_by)
         select 1, $1::json, $2::integer, $3::integer + 1 + floor(random() * 1000000000)::integer, $4::uuid
         where $2 = (select coalesce(max(number), 0) from site_versions)
         on conflict do nothing returning revision`
      : `update site_draft set document = $1, base = $2, revision = revision + 1, saved_at = now(), saved_by = $4
         where revision = $3 returning revision`,
    [json, base, revision, by],
  )
  return rows[0]?.revision ?? null
}

/** Returns false if there is no draft of this revision. */
export async function dropDraft(db: Queryable, revision: number): Promise<boolean> {
  const { rowCount } = await db.query('delete from site_draft where revision = $1', [revision])
  return rowCount === 1
}
