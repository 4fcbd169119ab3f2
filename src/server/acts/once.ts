import { createHash, randomUUIDv7 } from 'node:crypto'
import { AppError } from '../base/errors.ts'
import { livingOf } from '../people/addresses/email-keys.ts'
import type { Pool, Queryable, Transaction } from '../db/query.ts'

/** `entryId`: the person that the answer is about. */
type Outcome = { status: number; body: object; entryId?: string | undefined }
type Stored = { act_id: string; is_same: boolean; is_mine: boolean; status: number | null; body: object }

/** Longer than any request takes. */
const LEASE_SECONDS = 60
const KEPT = '1 day'

/** `sender`: the id of its key or account. `key`: its `Idempotency-Key`. */
type Sent = { sender: string; key: string | string[] | undefined; method: string; url: string; body: unknown }

/**
 * Makes a request idempotent: however often the same sender sends it with the same key, its work is done once, and later
 * requests get the stored answer. `work` gets the id for its act. A retry after a server was killed gets the same id.
 */
export async function once(
  pool: Pool,
  { sender, key, method, url, body }: Sent,
  work: (actId: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (key === undefined) return work(randomUUIDv7())
  const id = digest([sender, key])
  const stored = await reserve(pool, { id, asked: digest([method, url, body ?? null]) })
  if (stored.status === GONE) throw new AppError('erased')
  if (!stored.is_same) throw new AppError('key-reused')
  if (stored.status !== null) return { status: stored.status, body: stored.body }
  if (!stored.is_mine) throw new AppError('key-busy', { retryAfter: 1 })
  try {
    const outcome = await work(stored.act_id)
    await complete(pool, { id, ...outcome })
    return outcome
  } catch (error) {
    await release(pool, id)
    throw error
  }
}

const GONE = 410

function digest(parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

async function reserve(db: Queryable, { id, asked }: { id: Buffer; asked: Buffer }): Promise<Stored> {
  const { rows } = await db.query<Stored>(
    `with reserved as (
       insert into api_answers as a (id, request, act_id, busy_until)
       values ($1, $2, $3, now() + interval '${LEASE_SECONDS} seconds')
       on conflict (id) do update set busy_until = excluded.busy_until
         where a.status is null and a.busy_until <= now() and a.request = excluded.request
       returning act_id, true as is_same, true as is_mine, null::smallint as status, null::jsonb as body)
     select * from reserved
     union all
     select act_id, request = $2, false, status, body from api_answers where id = $1 and not exists (select from reserved)`,
    [id, asked, randomUUIDv7()],
  )
  // Another request has inserted the row since this statement began.
  return rows[0] ?? { act_id: '', is_same: true, is_mine: false, status: null, body: {} }
}

async function complete(db: Queryable, { id, status, body, entryId }: Outcome & { id: Buffer }): Promise<void> {
  await db.query(
    `with living as (${livingOf('select $4::uuid')}), person as (
       select $4::uuid is null or exists (select from living) as is_here)
     update api_answers set busy_until = null, status = case when is_here then $2::smallint else ${GONE} end,
       body = case when is_here then $3::jsonb end, entry_id = case when is_here then $4::uuid end,
       request = case when is_here then request else '' end
     from person where id = $1`,
    [id, status, JSON.stringify(body), entryId ?? null],
  )
}

async function release(db: Queryable, id: Buffer): Promise<void> {
  await db.query('update api_answers set busy_until = now() where id = $1 and status is null', [id])
}

/** Deletes the stored answers about these people. A repeated request then gets 410. */
export async function forgetAnswers(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `update api_answers set status = ${GONE}, body = null, entry_id = null, request = '' where entry_id = any($1)`,
    [ids],
  )
}

export async function dropAnswers(db: Queryable): Promise<void> {
  await db.query(`delete from api_answers where created_at < now() - interval '${KEPT}'`)
}
