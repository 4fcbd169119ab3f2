import { randomUUIDv7 } from 'node:crypto'
import { stateAt } from '#shared/owner/list-state.ts'
import { site } from '#shared/site/site.ts'
import { isMailable } from '#shared/values/email.ts'
import { UNREACHABLE } from '#shared/values/text-schema.ts'
import { emailKey } from '../base/email-key.ts'
import { AppError } from '../base/errors.ts'
import type { Current } from '../base/config/config.ts'
import type { Context } from '../context.ts'
import type { Task } from '../db/tasks.ts'
import { enqueueFrom } from '../outbox/rows.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { takeUnproven } from './join-visitor.ts'
import { findValue, instant, inTransaction, type Queryable, type Transaction } from '../db/query.ts'

/** Keeps an address that gets one mail when the list opens. Answers the same whether or not it is known. */
export async function askToBeTold({ pool, limits }: Context, email: string, ip: string): Promise<void> {
  if (!isMailable(email)) throw new AppError('invalid-input', { fields: { email: UNREACHABLE } })
  takeUnproven(limits, ip, 'wishes to be told')
  await pool.query(
    `insert into opening_requests (id, email, email_key, consent, language) values ($1, $2, $3, $4, $5)
     on conflict (email_key) do nothing`,
    [randomUUIDv7(), email, emailKey(email), site().rest.paused.consent, site().language],
  )
}

export type OpeningRequest = { email: string; language: string }

/** Null if they were told, have joined meanwhile, or were erased. */
export async function readOpeningRequest(db: Queryable, id: string): Promise<OpeningRequest | null> {
  const { rows } = await db.query<OpeningRequest>('select email, language from opening_requests where id = $1', [id])
  const [one] = rows
  return one && (await findIdsByEmail(db, [one.email])).size === 0 ? one : null
}

export async function dropOpeningRequest(db: Queryable, id: string): Promise<void> {
  await db.query('delete from opening_requests where id = $1', [id])
}

export async function forgetOpeningRequests(tx: Transaction, emails: string[]): Promise<void> {
  await tx.query('delete from opening_requests where email_key = any($1)', [emails.map(emailKey)])
}

export async function dropOldOpeningRequests(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from opening_requests where asked_at < now() - $1 * interval '1 day'`, [days])
}

export async function countOpeningRequests(db: Queryable): Promise<number> {
  return (await findValue<number>(db, 'select count(*)::int as people from opening_requests'))!
}

const MOST_LISTED = 50

export async function listOpeningRequests(db: Queryable, q: string) {
  const { rows } = await db.query<{ id: string; email: string; asked_at: string }>(
    `select id, email, ${instant('asked_at')} as asked_at from opening_requests
     where strpos(lower(email), lower($1)) > 0 order by opening_requests.asked_at desc, id limit ${MOST_LISTED}`,
    [q.trim()],
  )
  return { people: await countOpeningRequests(db), requests: rows }
}

type Telling = Pick<Context, 'pool' | 'now'> & { config: Current<'list'> }

/** Mails those who asked to be told, once the list is open: a plan may open it without anybody being there. */
export function tellingOfOpening(telling: Telling): Task {
  return {
    name: 'tell that the list is open',
    everyMs: 60_000,
    failure: 'people who asked to be told could not be told that the list is open',
    run: () => tellOfOpening(telling),
  }
}

export async function tellOfOpening({ pool, config, now }: Telling): Promise<void> {
  if (stateAt(config().list, now()) !== 'open') return
  const query = 'select id as subject, null::uuid as friend_id from opening_requests'
  await inTransaction(pool, (tx) => enqueueFrom(tx, { channel: 'send-opening', query, onlySkipped: true }, []))
}
