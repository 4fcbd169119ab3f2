import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { DAY_MS } from '#shared/durations.ts'
import type { MailBudget } from '#shared/integrations.ts'
import type { Config } from '../../config.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { ensureSecret } from '../../db/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'

type Scope = MailBudget['scope']
/** The most mails in each window, by scope. */
export type Budgets = Config['mailBudgets']

/** The windows of the budgets, which begin on the hour and at midnight UTC. */
const WINDOWS: Record<Scope, 'hour' | 'day'> = { all: 'hour', domain: 'hour', recipient: 'day' }
const WINDOW_MS = { hour: 60 * 60_000, day: DAY_MS }

type Outgoing = {
  to: string
  /** The mail is about a doubtful entry. */
  isDoubtful: boolean
  /** The budgets in which the mail counts. */
  scopes: readonly Scope[]
  /** Somebody on the list brought the mail about, and perhaps not its recipient: it gets half of the recipient's. */
  isForOther: boolean
  /** Others may go out before it: it gets half of each budget. */
  isPatient: boolean
}

/** The windows in which a mail was counted. `doubtful` is 1 for a mail that gets half of that budget, otherwise 0. */
export type Taken = { scope: Scope; key: string; since: Date; doubtful: number }[]

/**
 * Counts a mail in each of its budgets, or returns when to try again. Doubtful entries and waves together get half of each
 * budget at most, so that neither a flood of made-up entries nor a large wave delays mails that people wait for. Questions
 * to another address get half of its recipient's. Delayed mails are spread over later windows.
 */
export async function takeBudget(
  pool: pg.Pool,
  budgets: Budgets,
  mail: Outgoing,
): Promise<{ taken: Taken } | { until: Date }> {
  const keys = await keysOf(pool, mail)
  return inTransaction(pool, async (tx) => {
    const rows = await lockRows(tx, keys)
    const getsHalf = (scope: Scope) =>
      mail.isDoubtful || (mail.isPatient && scope !== 'recipient') || (mail.isForOther && scope === 'recipient')
    const shareOf = (scope: Scope) => (getsHalf(scope) ? Math.max(1, Math.floor(budgets[scope] / 2)) : budgets[scope])
    const full = rows.filter(
      ({ scope, sent, doubtful }) => sent >= budgets[scope] || (getsHalf(scope) && doubtful >= shareOf(scope)),
    )
    if (full.length > 0) {
      await addTo(tx, 'delayed', full)
      return { until: new Date(Math.max(...full.map((row) => laterWindow(row, shareOf(row.scope))))) }
    }
    const taken = rows.map(({ scope, key, since }) => ({ scope, key, since, doubtful: Number(getsHalf(scope)) }))
    await addTo(tx, 'sent', taken)
    return { taken }
  })
}

/** Takes back the counts of a mail that did not go out. */
export async function returnBudget(db: Queryable, taken: Taken): Promise<void> {
  await db.query(
    `update mail_budgets b set sent = sent - 1, doubtful = b.doubtful - t.doubtful
     from json_to_recordset($1) as t (scope text, key text, since timestamptz, doubtful integer)
     where (b.scope, b.key, b.since) = (t.scope, t.key, t.since)`,
    [JSON.stringify(taken)],
  )
}

type Row = { scope: Scope; key: string; since: Date; sent: number; doubtful: number; delayed: number }

/** Locked in one order, so that two mails cannot wait for each other. */
async function lockRows(tx: Transaction, keys: Partial<Record<Scope, string>>): Promise<Row[]> {
  const asked = Object.entries(keys).map(([scope, key]) => ({ scope, key, window: WINDOWS[scope as Scope] }))
  const { rows } = await tx.query<Row>(
    `insert into mail_budgets as b (scope, key, since)
     select scope, key, date_trunc("window", now(), 'UTC')
     from json_to_recordset($1) as t (scope text, key text, "window" text) order by scope
     on conflict (scope, key, since) do update set sent = b.sent
     returning *`,
    [JSON.stringify(asked)],
  )
  return rows
}

async function addTo(
  tx: Transaction,
  column: 'sent' | 'delayed',
  rows: { scope: Scope; key: string; since: Date; doubtful: number }[],
) {
  const doubtful = column === 'sent' ? 'b.doubtful + t.doubtful' : 'b.doubtful'
  await tx.query(
    `update mail_budgets b set ${column} = ${column} + 1, doubtful = ${doubtful}
     from json_to_recordset($1) as t (scope text, key text, since timestamptz, doubtful integer)
     where (b.scope, b.key, b.since) = (t.scope, t.key, t.since)`,
    [JSON.stringify(rows)],
  )
}

/** The window in which this mail is likely to find room: as many go into each as its budget allows. */
function laterWindow({ scope, since, delayed }: Row, share: number): number {
  const length = WINDOW_MS[WINDOWS[scope]]
  return since.getTime() + (1 + Math.floor(delayed / share) + Math.random() / 2) * length
}

async function keysOf(pool: pg.Pool, { to, scopes }: Outgoing): Promise<Partial<Record<Scope, string>>> {
  const named = { all: null, domain: to.slice(to.lastIndexOf('@') + 1), recipient: to }
  const keys = scopes.map(async (scope) => [scope, named[scope] === null ? '' : await hashed(pool, named[scope])])
  return Object.fromEntries(await Promise.all(keys))
}

/** The budgets store no address and no domain: without the secret, nobody can find them out by trying. */
async function hashed(db: Queryable, text: string): Promise<string> {
  const secret = await ensureSecret(db, 'mail_budget_secret')
  return createHmac('sha256', secret).update(text.toLowerCase()).digest('base64url')
}

/** Deletes the counts of windows that are over. */
export async function dropOldBudgets(db: Queryable): Promise<void> {
  await db.query(`delete from mail_budgets where since < now() - interval '25 hours'`)
}

export async function forgetRecipients(tx: Transaction, emails: string[]): Promise<void> {
  const keys = await Promise.all(emails.map((email) => hashed(tx, email)))
  await tx.query(`delete from mail_budgets where scope = 'recipient' and key = any($1)`, [keys])
}

/** How much of each budget is used in the current windows. Of domains and recipients, the one with the most mails. */
export async function readBudgets(db: Queryable, budgets: Budgets): Promise<MailBudget[]> {
  const { rows } = await db.query<{ scope: Scope; sent: number; delayed: number }>(
    `select scope, max(sent) as sent, sum(delayed)::int as delayed from mail_budgets
     where since = date_trunc(case scope when 'recipient' then 'day' else 'hour' end, now(), 'UTC') group by scope`,
  )
  const scopes = Object.keys(WINDOWS) as Scope[]
  return scopes.map((scope) => {
    const { sent = 0, delayed = 0 } = rows.find((row) => row.scope === scope) ?? {}
    return { scope, most: budgets[scope], sent, delayed }
  })
}
