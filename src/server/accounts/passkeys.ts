import { randomUUIDv7 } from 'node:crypto'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { type NewPasskey, type OwnPasskey, type PasskeyAnswer, passkeyHost } from '#shared/owner/passkeys.ts'
import { site } from '#shared/site/site.ts'
import { AppError } from '../base/errors.ts'
import { type AccountsContext, lockAccounts } from './accounts.ts'
import { requireOpen, type SignedIn } from './sessions.ts'
import { findRow, findRows, findValue, hasRows, instant, inTransaction, type Queryable } from '../db/query.ts'

const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: Node can verify these on every server. */
const ALGORITHMS = [-8, -7, -257]
const CHALLENGE_MINUTES = 10

type Ctx = Pick<AccountsContext, 'pool' | 'publicUrl'>
type Transport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'
type Passkey = { credential: string; accountId: string; publicKey: Uint8Array<ArrayBuffer>; counter: number }

/** `holder`: the hash of a secret that only the asking browser has. `new`: to add a passkey. */
type Asking = { purpose: 'sign-in' | 'proof' | 'new'; holder: Buffer }

export async function askForPasskey(ctx: Ctx, { accountId, ...asking }: Asking & { accountId?: string }) {
  const host = requireHost(ctx)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: host,
    userVerification: 'required',
    allowCredentials: accountId ? await listCredentials(ctx.pool, { accountId, host }) : [],
  })
  await insertChallenge(ctx.pool, { challenge: options.challenge, ...asking })
  return { ...options }
}

/** The account whose passkey answered. Null if the answer is invalid, or belongs to no challenge of this browser. */
export async function recognisePasskey(
  ctx: Ctx,
  { answer, ...asking }: Asking & { answer: PasskeyAnswer },
): Promise<string | null> {
  const challenge = await takeChallenge(ctx.pool, { answer, ...asking })
  const passkey = challenge && (await findPasskey(ctx.pool, answer.id))
  if (!passkey || !isHandleOf(passkey.accountId, answer.response.userHandle)) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const { credential, publicKey, counter } = passkey
  const checked = await verifyAuthenticationResponse({
    response: answer,
    ...expected(ctx, challenge),
    credential: { id: credential, publicKey, counter },
  }).catch(invalid)
  if (!checked?.verified) return null
  const isCounted = await countUse(ctx.pool, { credential, counter: checked.authenticationInfo.newCounter })
  return isCounted ? passkey.accountId : null
}

export async function offerPasskey(ctx: Ctx, { account, holder }: { account: OwnAccount; holder: Buffer }) {
  const host = requireHost(ctx)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: site().brand.name,
    rpID: host,
    userID: Uint8Array.from(Buffer.from(account.id)),
    userName: account.email ?? account.name,
    userDisplayName: account.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // Only passkeys with these properties appear in the browser's own list and work without a password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: await listCredentials(ctx.pool, { accountId: account.id, host }),
  })
  await insertChallenge(ctx.pool, { challenge: options.challenge, purpose: 'new', holder })
  return { ...options }
}

type Adding = Pick<SignedIn, 'account' | 'sessionId'> & { holder: Buffer }

export async function addPasskey(
  ctx: Ctx,
  { account, sessionId, holder, name, answer }: NewPasskey & Adding,
): Promise<void> {
  const challenge = await takeChallenge(ctx.pool, { answer, purpose: 'new', holder })
  if (challenge === null) throw new AppError('wrong-passkey')
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    ...expected(ctx, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(invalid)
  if (!checked?.verified) throw new AppError('wrong-passkey')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  await inTransaction(ctx.pool, async (tx) => {
    await lockAccounts(tx)
    await requireOpen(tx, sessionId)
    const { rowCount } = await tx.query(
      `insert into passkeys (id, credential, account_id, public_key, counter, transports, host, name)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [randomUUIDv7(), id, account.id, publicKey, counter, transports, requireHost(ctx), name],
    )
    if (rowCount === 0) throw new AppError('wrong-passkey')
  })
}

function requireHost({ publicUrl }: Ctx): string {
  const host = passkeyHost(publicUrl())
  if (host === null) throw new AppError('no-passkeys')
  return host
}

function expected(ctx: Ctx, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: ctx.publicUrl(),
    expectedRPID: requireHost(ctx),
    requireUserVerification: true,
  }
}

function invalid(): null {
  return null
}

function isHandleOf(accountId: string, handle: string | undefined): boolean {
  return handle === undefined || handle === Buffer.from(accountId).toString('base64url')
}

async function insertChallenge(db: Queryable, { challenge, purpose, holder }: Asking & { challenge: string }) {
  await db.query(
    `with gone as (delete from passkey_challenges where expires_at < now())
     insert into passkey_challenges (challenge, purpose, holder, expires_at)
     values ($1, $2, $3, now() + interval '${CHALLENGE_MINUTES} minutes')`,
    [challenge, purpose, holder],
  )
}

type Answered = Asking & { answer: { response: { clientDataJSON: string } } }

/**
 * The challenge that an answer names, which can be answered once, by the browser that asked, for its purpose. Nothing
 * in the answer is verified yet.
 */
function takeChallenge(db: Queryable, { answer, purpose, holder }: Answered) {
  return findValue<string>(
    db,
    `delete from passkey_challenges where challenge = $1 and purpose = $2 and holder = $3 and expires_at > now()
     returning challenge`,
    [challengeIn(answer.response.clientDataJSON), purpose, holder],
  )
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function findPasskey(db: Queryable, credential: string) {
  return findRow<Passkey>(
    db,
    `select p.credential, p.account_id as "accountId", p.public_key as "publicKey", p.counter::float8 as counter
     from passkeys p join accounts a on a.id = p.account_id where p.credential = $1 and a.disabled_at is null`,
    [credential],
  )
}

async function listCredentials(db: Queryable, { accountId, host }: { accountId: string; host: string }) {
  return findRows<{ id: string; transports: Transport[] }>(
    db,
    'select credential as id, transports from passkeys where account_id = $1 and host = $2',
    [accountId, host],
  )
}

/** False for a copy, whose counter does not increase. Some passkeys always send 0. */
async function countUse(db: Queryable, { credential, counter }: Pick<Passkey, 'credential' | 'counter'>) {
  return hasRows(
    db,
    `update passkeys set counter = $2, used_at = now() where credential = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [credential, counter],
  )
}

type Own = { accountId: string; id: string }

export function listPasskeys(db: Queryable, { accountId, host }: { accountId: string; host: string | null }) {
  return findRows<OwnPasskey>(
    db,
    `select id, name, host, ${instant('created_at')} as created_at, ${instant('used_at')} as used_at,
       coalesce(host = $2, false) as is_usable
     from passkeys where account_id = $1 order by id`,
    [accountId, host],
  )
}

export function renamePasskey(db: Queryable, { accountId, id, name }: Own & { name: string }) {
  return hasRows(db, 'update passkeys set name = $3 where id = $1 and account_id = $2', [id, accountId, name])
}

export function removePasskey(db: Queryable, { accountId, id }: Own) {
  return hasRows(db, 'delete from passkeys where id = $1 and account_id = $2', [id, accountId])
}
