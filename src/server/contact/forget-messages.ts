import type { Transaction } from '../db/pool.ts'

type Message = { id: string; email: string }

/** SQL: the messages among these ids that are still there, locked until the transaction ends. */
export function keptMessagesOf(ids: string): string {
  return `select id from contact_messages where id in (${ids}) order by id for key share`
}

/** Locks all messages from these addresses. Never waits: the addresses that it had to leave out are `busy`. */
export async function lockMessages(
  tx: Transaction,
  emails: string[],
): Promise<{ locked: Message[]; busy: Set<string> }> {
  const { rows: locked } = await tx.query<Message>(
    'select id, email from contact_messages where email = any($1) order by id for update skip locked',
    [emails],
  )
  const { rows: busy } = await tx.query<{ email: string }>(
    'select email from contact_messages where email = any($1) and id <> all($2)',
    [emails, locked.map(({ id }) => id)],
  )
  return { locked, busy: new Set(busy.map(({ email }) => email)) }
}

/** Gives the messages of a person their new address, so that answers reach them and erasing finds them. */
export async function moveMessages(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.query('update contact_messages set email = $2 where email = $1', [from, to])
}

export async function forgetMessages(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from contact_messages where id = any($1)', [ids])
}

/** Locks the next messages that are older than so many days, in the order of their ids. Leaves out those in use. */
export async function lockOldMessages(
  tx: Transaction,
  { days, after, limit }: { days: number; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from contact_messages where id > $1 and created_at < now() - $2 * interval '1 day'
     order by id limit $3 for update skip locked`,
    [after, days, limit],
  )
  return rows.map(({ id }) => id)
}
