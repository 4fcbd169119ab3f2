import { randomUUIDv7 } from 'node:crypto'
import type { OwnPasskey } from '#shared/owner/passkeys.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

export type Passkey = {
  credential: string
  accountId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** The purpose of a challenge. `new`: to add a passkey. */
type Purpose = 'sign-in' | 'proof' | 'new'
/** `holder`: the hash of a secret that only the asking browser has. */
export type Challenge = { challenge: string; purpose: Purpose; holder: Buffer }

const CHALLENGE_MINUTES = 10

/** Inserts a challenge, and deletes expired ones. */
export async function insertChallenge(db: Queryable, { challenge, purpose, holder }: Challenge): Promise<void> {
  await db.query(
    `with gone as (delete from passkey_challenges where expires_at < now())
     insert into passkey_challenges (challenge, purpose, holder, expires_at)
     values ($1, $2, $3, now() + interval '${CHALLENGE_MINUTES} minutes')`,
    [challenge, purpose, holder],
  )
}

/**
 * Deletes a challenge, so that it can be answered only once. Returns false for a challenge that has expired, was
 * answered, or belongs to another browser or purpose.
 */
export async function takeChallenge(db: Queryable, { challenge, purpose, holder }: Challenge): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from passkey_challenges where challenge = $1 and purpose = $2 and holder = $3 and expires_at > now()',
    [challenge, purpose, holder],
  )
  return rowCount === 1
}

/** The passkey with this credential, if its account is enabled. */
export async function findPasskey(db: Queryable, credential: string): Promise<Passkey | null> {
  const { rows } = await db.query<Passkey>(
    `select p.credential, p.account_id as "accountId", p.public_key as "publicKey", p.counter::float8 as counter, p.transports
     from passkeys p join accounts a on a.id = p.account_id where p.credential = $1 and a.disabled_at is null`,
    [credential],
  )
  return rows[0] ?? null
}

/** The fields that browsers need of the account's passkeys for this host. */
export async function listCredentials(
  db: Queryable,
  { accountId, host }: { accountId: string; host: string },
): Promise<Pick<Passkey, 'credential' | 'transports'>[]> {
  const { rows } = await db.query<Pick<Passkey, 'credential' | 'transports'>>(
    'select credential, transports from passkeys where account_id = $1 and host = $2',
    [accountId, host],
  )
  return rows
}

/** Returns false if the passkey is stored already. */
export async function insertPasskey(
  db: Queryable,
  { credential, accountId, publicKey, counter, transports, host, name }: Passkey & { host: string; name: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into passkeys (id, credential, account_id, public_key, counter, transports, host, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [randomUUIDv7(), credential, accountId, publicKey, counter, transports, host, name],
  )
  return rowCount === 1
}

/**
 * Records a use of a passkey. Returns false if the passkey was removed, or if its counter did not increase, which means
 * that somebody uses a copy. Some passkeys always send the counter 0.
 */
export async function countUse(
  db: Queryable,
  { credential, counter }: Pick<Passkey, 'credential' | 'counter'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update passkeys set counter = $2, used_at = now() where credential = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [credential, counter],
  )
  return rowCount === 1
}

type Own = { accountId: string; id: string }

export async function listPasskeys(
  db: Queryable,
  { accountId, host }: { accountId: string; host: string | null },
): Promise<OwnPasskey[]> {
  const { rows } = await db.query<OwnPasskey>(
    `select id, name, host, ${instant('created_at')} as created_at, ${instant('used_at')} as used_at,
       coalesce(host = $2, false) as is_usable
     from passkeys where account_id = $1 order by id`,
    [accountId, host],
  )
  return rows
}

/** False if the account has no such passkey. */
export async function renamePasskey(db: Queryable, { accountId, id, name }: Own & { name: string }): Promise<boolean> {
  const { rowCount } = await db.query('update passkeys set name = $3 where id = $1 and account_id = $2', [
    id,
    accountId,
    name,
  ])
  return rowCount === 1
}

export async function removePasskey(db: Queryable, { accountId, id }: Own): Promise<boolean> {
  const { rowCount } = await db.query('delete from passkeys where id = $1 and account_id = $2', [id, accountId])
  return rowCount === 1
}

export async function removeAllPasskeys(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from passkeys where account_id = $1', [accountId])
}
