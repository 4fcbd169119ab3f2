import type { Role } from '#shared/owner/accounts.ts'
import type { Queryable } from '../db/pool.ts'

type Enabled = { name: string; email: string | null; role: Role; passkeys: number }

/**
 * Describes the accounts that can sign in after a restore. An account that was disabled after the backup can sign in
 * again, and old passwords are valid again.
 */
export async function describeRestoredAccounts(db: Queryable): Promise<string> {
  const { rows } = await db.query<Enabled>(
    `select name, email, role, (select count(*)::int from passkeys p where p.account_id = a.id) as passkeys
     from accounts a where disabled_at is null and password is not null order by is_first desc, created_at, id`,
  )
  if (rows.length === 0) return 'The backup has no account: the next start prints a link for the first one.'
  const lines = rows.map(({ name, email, role, passkeys }) => {
    const more = passkeys === 0 ? '' : `, ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`
    return `- ${name}${email === null ? '' : ` <${email}>`}, ${role}${more}`
  })
  return `All sessions have ended. As in the backup, these accounts can sign in, with the passwords and passkeys that they had then:\n${lines.join('\n')}\nIf you have disabled one of them since, or changed its role, do so again under Accounts.`
}
