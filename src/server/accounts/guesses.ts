import { limitedNetworks } from '../config/visitor-address.ts'
import { type Limit, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import type { AccountsContext } from './context.ts'
import { type Credentials, findCredentials, matchesPassword } from './password.ts'

/**
 * The most wrong passwords in a minute. `strict`: after `all` from anywhere, so that an address that sent none, like the
 * owner's, still gets its turn.
 */
const MOST_WRONG = {
  all: 60,
  usual: { address: 5, block: 20, provider: 200 },
  strict: { address: 1, block: 4, provider: 40 },
}
const LEVELS = ['address', 'block', 'provider'] as const
const MOST_WRONG_PROOFS = 5

/** An unknown email takes as long as a wrong password. */
const NO_PASSWORD = `scrypt$${2 ** 14}$8$5$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

/** The account that a stranger's password opens. Accounts have no count: with one, anybody could lock an owner out. */
export async function checkGuess(
  ctx: AccountsContext,
  { email, password, ip }: { email: string | null; password: string; ip: string },
): Promise<Credentials | null> {
  const all = limitOf('from all', MOST_WRONG.all)
  const most = () => (ctx.limits.findUsedUp([all]) === null ? MOST_WRONG.usual : MOST_WRONG.strict)
  // Null behind a proxy that TRUST_PROXY does not name: everybody has its address, even the owner.
  const from = limitedNetworks(ip, ctx.trustProxy)
  const counted = () =>
    from ? LEVELS.map((level) => ({ ...limitOf(`from ${from[level]}`, most()[level]), from })) : []
  const check = async () => {
    refuseUsedUp(ctx, counted())
    const account = await findCredentials(ctx.preparedPool, email)
    if (await isPasswordOf(account, password)) return account
    ctx.limits.count([...counted(), all])
    return null
  }
  refuseUsedUp(ctx, counted())
  return ctx.strangers(from?.address ?? null, check, most().address)
}

export function checkProof(
  ctx: AccountsContext,
  { account, password }: { account: Credentials | null; password: string },
): Promise<boolean> {
  const own = [limitOf(`of ${account?.id}`, MOST_WRONG_PROOFS)]
  return ctx.members(String(account?.id), async () => {
    refuseUsedUp(ctx, own)
    const isRight = await isPasswordOf(account, password)
    if (!isRight) ctx.limits.count(own)
    return isRight
  })
}

async function isPasswordOf(account: Credentials | null, password: string): Promise<boolean> {
  const isRight = await matchesPassword(password, account?.password ?? NO_PASSWORD)
  return isRight && Boolean(account?.password)
}

function limitOf(key: string, max: number): Limit {
  return { key: `wrong passwords ${key}`, max, windowMs: MINUTE_MS, from: null }
}

function refuseUsedUp({ limits }: AccountsContext, counted: Limit[]) {
  const wait = limits.findUsedUp(counted)
  if (wait !== null) throw tooMany(wait)
}
