import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { Filters } from '#shared/list/filters.ts'
import type { Update, UpdateDraft, UpdatePeople, UpdateTexts, UpdateWords } from '#shared/list/updates.ts'
import { mailPicturePath } from '#shared/site/picture.ts'
import { AppError } from '../../base/errors.ts'
import type { Task } from '../../db/tasks.ts'
import { tellOf } from '../../outbox/tell-endpoints.ts'
import {
  findRow,
  findRows,
  findValue,
  instant,
  inTransaction,
  parseCursor,
  type Pool,
  type Queryable,
  toPage,
  type Transaction,
} from '../../db/query.ts'

const WORDS = `subject, coalesce(picture, '') as picture, picture_alt, body as text, button_label, button_link, texts`

export const PERHAPS = 'Perhaps sent: the connection broke while the mail server had it. It is not sent twice.'

/** When the mails of an update that rests are due; going on makes them due now. */
export const FAR_OFF = new Date('9999-01-01T00:00:00Z')

export type StoredUpdate = UpdateWords & {
  texts: UpdateTexts
  id: string
  filters: Filters
  follows_links: boolean
  version: number
  state: 'draft' | 'sending' | 'resting'
  sends_at: Date | null
}

export function readUpdate(db: Queryable, id: string) {
  return findRow<StoredUpdate>(
    db,
    `select id, ${WORDS}, filters, follows_links, version, state, sends_at from updates where id = $1`,
    [id],
  )
}

export async function createUpdate(db: Queryable, draft: UpdateDraft): Promise<string> {
  const id = randomUUIDv7()
  await db.query(
    `insert into updates (id, subject, body, button_label, button_link, filters, follows_links, picture, picture_alt, texts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, ...(await fieldsOf(db, draft))],
  )
  return id
}

async function fieldsOf(
  db: Queryable,
  { subject, text, button_label, button_link, filters, follows_links, picture, picture_alt, texts }: UpdateDraft,
): Promise<unknown[]> {
  if (picture && !(await readPicture(db, picture, '')))
    throw new AppError('invalid-input', { fields: { picture: 'is not here: upload it again' } })
  const asked = JSON.stringify(filters)
  return [subject, text, button_label, button_link, asked, follows_links, picture || null, picture_alt, texts]
}

/** As the mail shows it. */
export async function readPicture(db: Queryable, hash: string, origin: string) {
  if (!hash) return null
  const { rows } = await db.query<{ width: number }>('select width from site_logos where hash = $1', [hash])
  return rows[0] ? { src: origin + mailPicturePath(hash), width: rows[0].width } : null
}

export async function saveUpdate(
  db: Queryable,
  { id, version, ...draft }: UpdateDraft & { id: string; version: number },
): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `update updates set subject = $2, body = $3, button_label = $4, button_link = $5, filters = $6, follows_links = $7,
       picture = $8, picture_alt = $9, texts = $10, version = version + 1, changed_at = now()
     where id = $1 and version = $11 and state = 'draft' returning version`,
    [id, ...(await fieldsOf(db, draft)), version],
  )
  if (!rows[0]) throw new AppError((await readUpdate(db, id)) ? 'draft-changed' : 'not-found')
  return rows[0].version
}

export async function deleteDraft(db: Queryable, id: string): Promise<void> {
  const { rowCount } = await db.query(`delete from updates where id = $1 and state = 'draft'`, [id])
  if (rowCount === 0) throw new AppError('not-found')
}

export async function beginUpdate(
  tx: Transaction,
  { id, version, sends_at }: { id: string; version: number; sends_at: string | null },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update updates set state = 'sending', sends_at = $3, begun_at = now(), changed_at = now()
     where id = $1 and version = $2 and state = 'draft'`,
    [id, version, sends_at],
  )
  if (rowCount === 0) throw new AppError('draft-changed')
}

export async function secondsUntilSent(tx: Transaction, id: string): Promise<number> {
  return (
    (await findValue<number>(
      tx,
      `select greatest(0, extract(epoch from case state when 'resting' then $2 else sends_at end - now()))::float8 as seconds
     from updates where id = $1 for share`,
      [id, FAR_OFF],
    )) ?? 0
  )
}

type RestReason = NonNullable<Update['rests_because']>

/** Lets an update rest: nobody else gets it until the owner goes on. A mail that is being handed over still leaves. */
export async function restUpdate(tx: Transaction, { id, because }: { id: string; because: RestReason }) {
  const { rowCount } = await tx.query(
    `update updates set state = 'resting', rests_because = $2, changed_at = now() where id = $1 and state = 'sending'`,
    [id, because],
  )
  if (rowCount === 1) await setDue(tx, { id, due: FAR_OFF })
  return rowCount === 1
}

export async function continueUpdate(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.query<{ sends_at: Date | null }>(
    `update updates set state = 'sending', rests_because = null, changed_at = now(),
       is_unguarded = is_unguarded or rests_because in ('bounces', 'complaints')
     where id = $1 and state = 'resting' returning sends_at`,
    [id],
  )
  if (!rows[0]) throw new AppError('act-over')
  await setDue(tx, { id, due: rows[0].sends_at ?? new Date() })
}

async function setDue(tx: Transaction, { id, due }: { id: string; due: Date }): Promise<void> {
  await tx.query(
    `update outbox set due_at = $2 where channel = 'send-update' and friend_id = $1 and state in ('waiting', 'kept')`,
    [id, due],
  )
}

/** After a restore nobody knows who has got an update meanwhile: the owner decides. */
export async function restAllRestored(tx: Queryable): Promise<void> {
  await tx.query(
    `with resting as (
       update updates set state = 'resting', rests_because = 'restored' where state = 'sending' returning id)
     update outbox set due_at = $1
     where channel = 'send-update' and state = 'waiting' and friend_id in (select id from resting)`,
    [FAR_OFF],
  )
}

/** Above these shares of the first 500 mails, or of all if there are more, an update rests. */
const MOST_BOUNCES = 0.03
const MOST_COMPLAINTS = 0.001
const LEAST_COUNTED = 500

const AFTER_IT = `b.entry_id = o.subject and b.created_at >= coalesce(o.delivered_at, u.begun_at)`

/** Lets those updates rest that too many of their readers bounce from or complain about. `ids`: who has just done so. */
export async function restIfUnwelcome(pool: Pool, ids: string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; because: RestReason }>(
    `select id, because from (
       select u.id, case
           when complaints > ${MOST_COMPLAINTS} * counted then 'complaints'
           when bounces > ${MOST_BOUNCES} * counted then 'bounces' end as because
       from updates u cross join lateral (
         select count(*) filter (where b.kind = 'bounce') as bounces, count(*) filter (where b.kind = 'complaint') as complaints,
           greatest(${LEAST_COUNTED}, count(*) filter (where o.state = 'done')) as counted
         from outbox o left join mail_bounces b on ${AFTER_IT}
         where o.channel = 'send-update' and o.friend_id = u.id and (o.state <> 'waiting' or o.subject = any($1))) as f
       where u.state = 'sending' and not u.is_unguarded and exists (
         select from outbox o where o.channel = 'send-update' and o.friend_id = u.id and o.subject = any($1))) as found
     where because is not null`,
    [ids],
  )
  for (const one of rows) await inTransaction(pool, (tx) => restUpdate(tx, one))
}

/** Somebody unsubscribed because of an update if no later one had reached them. */
const UNSUBSCRIBED = `exists (
    select from waitlist_entries e left join mail_opt_outs m on m.entry_id = e.id
    where e.id = o.subject and coalesce(m.created_at, e.updates_off_at) >= o.delivered_at)
  and not exists (select from outbox later where later.subject = o.subject and later.channel = 'send-update'
    and later.delivered_at > o.delivered_at)`

const IS_PERHAPS = `o.state = 'skipped' and o.error = '${PERHAPS}'`
const IS_LEFT = `o.state in ('waiting', 'kept')`
const IS_REFUSED = `o.state in ('given up', 'dismissed')`

/** SQL: each figure of the rows `o` of an update `u`, with the bounce or complaint `b` that came after it. */
const FIGURES = {
  people: 'count(*)',
  sent: `count(*) filter (where o.state = 'done')`,
  refused: `count(*) filter (where ${IS_REFUSED})`,
  perhaps: `count(*) filter (where ${IS_PERHAPS})`,
  skipped: `count(*) filter (where o.state = 'skipped' and not (${IS_PERHAPS}))`,
  bounced: `count(*) filter (where o.state = 'done' and b.kind = 'bounce')`,
  complaints: `count(*) filter (where b.kind = 'complaint')`,
  unsubscribed: `count(*) filter (where o.state = 'done' and ${UNSUBSCRIBED})`,
  pressed: `count(*) filter (where exists (
    select from update_presses p where p.update_id = u.id and p.entry_id = o.subject))`,
  left: `count(*) filter (where ${IS_LEFT})`,
}
const FIGURE_NAMES = Object.keys(FIGURES)
const COUNTED = `select ${Object.entries(FIGURES)
  .map(([name, figure]) => `${figure}::int as "${name}"`)
  .join(', ')}
  from outbox o left join mail_bounces b on ${AFTER_IT}
  where o.channel = 'send-update' and o.friend_id = u.id`
const withErased = (name: string) => `coalesce((u.erased ->> '${name}')::int, 0) + f."${name}"`

const UPDATE = `select u.id, ${WORDS}, u.filters, follows_links, version,
    case when u.state <> 'sending' then u.state when f.left + coming = 0 then 'sent'
      when sends_at > now() then 'scheduled' else 'sending' end as state,
    rests_because, case when u.state = 'sending' and f.left > 0 then coalesce(s.delivery_problem, s.problem) end as problem,
    ${instant('sends_at')} as sends_at, ${instant('begun_at')} as begun_at, ${instant('u.changed_at')} as changed_at,
    ${FIGURE_NAMES.map((name) => `${withErased(name)}${['people', 'left'].includes(name) ? ' + coming' : ''} as "${name}"`).join(', ')}
  from updates u left join acts a on a.id = u.id
    cross join lateral (select case when a.state = 'running' then a.total - a.changed - a.unchanged - a.skipped else 0 end as coming) as c
    left join outside_services s on s.service = 'mail' and (s.paused_until > now() or s.held_at is not null)
    cross join lateral (${COUNTED}) as f`

/** Keeps what updates counted of people who are being erased. Call this before their rows are deleted. */
export async function keepFigures(tx: Transaction, ids: string[]): Promise<void> {
  const kept = FIGURE_NAMES.filter((name) => name !== 'left')
    .map((name) => `'${name}', ${withErased(name)}${name === 'skipped' ? ' + f.left' : ''}`)
    .join(', ')
  await tx.query(
    `update updates u set erased = jsonb_build_object(${kept})
     from updates v cross join lateral (${COUNTED.replaceAll(/\bu\./g, 'v.')} and o.subject = any($1)) as f
     where v.id = u.id and f.people > 0`,
    [ids],
  )
}

export function tellingOfUpdates(pool: Pool): Task {
  return {
    name: 'tell of updates',
    everyMs: 60_000,
    failure: 'webhooks could not be told of updates that were sent',
    run: () => tellOfSent(pool),
  }
}

export async function tellOfSent(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Update>(
      `${UPDATE} where u.state = 'sending' and not u.is_told and coming = 0 and not exists (
         select from outbox o where o.channel = 'send-update' and o.friend_id = u.id and ${IS_LEFT})`,
    )
    for (const { id, people, sent, refused, perhaps, skipped } of rows) {
      const { rowCount } = await tx.query('update updates set is_told = true where id = $1 and not is_told', [id])
      if (rowCount === 1) await tellOf(tx, 'update.sent', [id], { people, sent, refused, perhaps, skipped })
    }
  })
}

const MOST_LISTED = 100

export function readUpdates(db: Queryable) {
  return findRows<Update>(db, `${UPDATE} order by coalesce(u.begun_at, u.changed_at) desc limit ${MOST_LISTED}`)
}

export async function readUpdateDetail(db: Queryable, id: string): Promise<Update> {
  const { rows } = await db.query<Update>(`${UPDATE} where u.id = $1`, [id])
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}

const CONDITIONS = { left: IS_LEFT, refused: IS_REFUSED, perhaps: IS_PERHAPS }
const PAGE = 50

export async function readUpdatePeople(
  db: Queryable,
  { id, which, cursor }: { id: string; which: keyof typeof CONDITIONS; cursor?: string | undefined },
): Promise<UpdatePeople> {
  const after = parseCursor(z.uuid(), cursor)
  const { rows } = await db.query<UpdatePeople['people'][number]>(
    `select e.id, e.email, case when o.state <> 'waiting' then o.error end as reason
     from outbox o join waitlist_entries e on e.id = o.subject
     where o.channel = 'send-update' and o.friend_id = $1 and e.email is not null and ${CONDITIONS[which]}
       and ($2::uuid is null or e.id > $2) order by e.id limit ${PAGE + 1}`,
    [id, after],
  )
  const { shown, next_cursor } = toPage(rows, PAGE, (row) => row.id)
  return { people: shown, next_cursor }
}
