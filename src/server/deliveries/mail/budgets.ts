import { createHmac } from 'node:crypto'
import { DAY_MS } from '#shared/values/durations.ts'
import type { MailBudget } from '#shared/owner/integrations.ts'
import type { Config } from '../../base/config/config.ts'
import { ensureSecret } from '../../db/settings.ts'
import { emailKey } from '../../base/email-key.ts'
import { domainOf, isTagged, mailboxOf } from '../../trust/mailbox.ts'
import { findRows, inTransaction, type Pool, type Queryable, type Transaction } from '../../db/query.ts'

type Scope = MailBudget['scope']
export type Budgets = Config['mailBudgets']

const WINDOWS: Record<Scope, 'hour' | 'day'> = { all: 'hour', domain: 'hour', recipient: 'day' }
const WINDOW_MS = { hour: 60 * 60_000, day: DAY_MS }

type Outgoing = {
  to: string
  isDoubtful: boolean
  scopes: readonly Scope[]
  /**
   * Somebody on the list caused the mail, and its recipient may be another person: the mail gets half of the
   * recipient's budget.
   */
  isForOther: boolean
  isOfNewcomer: boolean
  /** Other mails may go out first: this mail gets half of each budget, except the recipient's. */
  isPatient: boolean
}

/** `doubtful` is 1 for a mail that gets half of that budget, otherwise 0. */
export type Taken = { scope: Scope; key: string; since: Date; doubtful: number }[]

/**
 * Doubtful entries and waves together get half of each budget at most, so that neither a flood of made-up entries nor a
 * large wave delays mails that people wait for. Mails that ask another address for its confirmation get half of the
 * recipient's budget. The second entry with a mailbox is doubtful, but may come from its owner. So doubtful mails get
 * half of the recipient's budget only if their address is not the plainest spelling.
 */
export async function takeBudget(
  pool: Pool,
  budgets: Budgets,
  mail: Outgoing,
): Promise<{ taken: Taken } | { until: Date }> {
  const keys = await keysOf(pool, mail)
  return inTransaction(pool, async (tx) => {
    const rows = await lockRows(tx, keys)
    const isRespelled = rows.filter(({ scope }) => scope === 'recipient').length > 1
    const getsHalf = (scope: Scope) =>
      scope === 'recipient' ? mail.isForOther || (mail.isDoubtful && isRespelled) : mail.isDoubtful || mail.isPatient
    const partOf = (scope: Scope, part: number) => Math.max(1, Math.floor(budgets[scope] * part))
    const mostOf = (scope: Scope) => partOf(scope, scope === 'recipient' ? shareOf(mail.to, rows) : 1)
    const full = rows.filter(
      ({ scope, sent, doubtful }) => sent >= mostOf(scope) || (getsHalf(scope) && doubtful >= partOf(scope, 0.5)),
    )
    if (full.length > 0) {
      await addTo(tx, 'delayed', full)
      const untils = full.map((row) =>
        row.scope === 'recipient' && mail.isOfNewcomer
          ? nextWindow(row)
          : laterWindow(row, getsHalf(row.scope) ? partOf(row.scope, 0.5) : mostOf(row.scope)),
      )
      return { until: new Date(Math.max(...untils)) }
    }
    const taken = rows.map(({ scope, key, since }) => ({ scope, key, since, doubtful: Number(getsHalf(scope)) }))
    await addTo(tx, 'sent', taken)
    return { taken }
  })
}

export async function returnBudget(db: Queryable, taken: Taken): Promise<void> {
  await db.query(
    `update mail_budgets b set sent = sent - 1, doubtful = b.doubtful - t.doubtful
     from json_to_recordset($1) as t (scope text, key text, since timestamptz, doubtful integer)
     where (b.scope, b.key, b.since) = (t.scope, t.key, t.since)`,
    [JSON.stringify(taken)],
  )
}

type Key = { scope: Scope; key: string }
type Row = Key & { since: Date; sent: number; doubtful: number; delayed: number }

/** Locks the rows in one fixed order, so that two mails cannot deadlock. */
async function lockRows(tx: Transaction, keys: Key[]): Promise<Row[]> {
  const asked = keys.map((key) => ({ ...key, window: WINDOWS[key.scope] }))
  return findRows<Row>(
    tx,
    `insert into mail_budgets as b (scope, key, since)
     select scope, key, date_trunc("window", now(), 'UTC')
     from json_to_recordset($1) as t (scope text, key text, "window" text) order by scope, key
     on conflict (scope, key, since) do update set sent = b.sent
     returning *`,
    [JSON.stringify(asked)],
  )
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

/**
 * The part of a mailbox's budget that mails to an address may use up: all of it, unless the mailbox has had mail under
 * another spelling in this window. Strangers can make up any number of spellings.
 */
function shareOf(to: string, rows: Row[]): number {
  const sent = rows.flatMap((row) => (row.scope === 'recipient' ? row.sent : []))
  if (new Set(sent).size < 2) return 1
  return isTagged(to) ? 0.5 : 0.75
}

/**
 * The newest mail goes first: the earlier ones may be a flood of made-up spellings, and the owner of the mailbox, who
 * joined after them, waits for the mail.
 */
function nextWindow({ scope, since, delayed }: Row): number {
  const [begin, end] = [0.5 / (2 + delayed), 0.5 / (1 + delayed)]
  return since.getTime() + (1 + begin + Math.random() * (end - begin)) * WINDOW_MS[WINDOWS[scope]]
}

function laterWindow({ scope, since, delayed }: Row, share: number): number {
  const length = WINDOW_MS[WINDOWS[scope]]
  return since.getTime() + (1 + Math.floor(delayed / share) + Math.random() / 2) * length
}

async function keysOf(pool: Pool, { to, scopes }: Outgoing): Promise<Key[]> {
  const named = { all: [''], domain: [domainOf(to)], recipient: mailboxesOf(to) }
  const keys = scopes.flatMap((scope) => named[scope].map((text) => ({ scope, text })))
  return Promise.all(keys.map(async ({ scope, text }) => ({ scope, key: text && (await hashed(pool, text)) })))
}

function mailboxesOf(email: string): string[] {
  return [...new Set([mailboxOf(email), emailKey(email)])]
}

/** Without the secret, nobody can find an address by trying. */
async function hashed(db: Queryable, text: string): Promise<string> {
  const secret = await ensureSecret(db, 'mail_budget_secret')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export async function dropOldBudgets(db: Queryable): Promise<void> {
  await db.query(`delete from mail_budgets where since < now() - interval '25 hours'`)
}

export async function forgetRecipients(tx: Transaction, emails: string[]): Promise<void> {
  const keys = await Promise.all(emails.flatMap(mailboxesOf).map((text) => hashed(tx, text)))
  await tx.query(`delete from mail_budgets where scope = 'recipient' and key = any($1)`, [keys])
}

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
