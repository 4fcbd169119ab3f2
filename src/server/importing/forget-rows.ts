import type { Transaction } from '../db/pool.ts'
import { readEmails } from '../people/find-person.ts'
import { deleteRows } from './rows.ts'

/** Call this while the entries still have their addresses. */
export async function forgetRows(tx: Transaction, ids: string[]): Promise<void> {
  await deleteRows(tx, { ids, emails: [...(await readEmails(tx, ids)).values()] })
}
