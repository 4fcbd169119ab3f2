import type pg from 'pg'
import type { Queryable, Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { setStates } from '../trust/states.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { OF_WAVE, type OfWave } from './invitation-queries.ts'
import { readInvitation } from './read-invitation.ts'

const REDEEMED_AGAIN = `interval '10 minutes'`

type Dependencies = { pool: pg.Pool; tokens: Tokens }

/** Idempotent. `over`: the invitation is no longer open. Null: none, or a token that is no longer valid. */
export function accept({ pool, tokens }: Dependencies, held: TokenContent): Promise<'accepted' | 'over' | null> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    if (!(await tokens.hold(tx, held))) return null
    const { entryId } = held
    const invitation = await readInvitation(tx, entryId)
    if (!invitation) return null
    if (invitation.state === 'accepted') return 'accepted'
    const people = invitation.state === 'open' ? await recordAccepted(tx, entryId) : []
    if (people.length === 0) return 'over'
    await setStates(tx, { people, state: 'admitted' })
    await advanceCounter(tx, { entries: 0, updates: 1 })
    return 'accepted'
  })
}

/** A waiting one too: its mail may arrive before the server has recorded it as sent. */
async function recordAccepted(tx: Transaction, entryId: string): Promise<OfWave[]> {
  const { rows } = await tx.query<OfWave>(
    `update invitations i set state = 'accepted', accepted_at = now(), leaving_at = null,
       opened_at = coalesce(opened_at, now()), sent_at = coalesce(sent_at, now())
     where entry_id = $1 and state in ('waiting', 'sent') returning ${OF_WAVE}`,
    [entryId],
  )
  return rows
}

export async function isRedeemed(db: Queryable, entryId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from invitations where entry_id = $1 and redeemed_at < now() - ${REDEEMED_AGAIN}`,
    [entryId],
  )
  return rows.length > 0
}

type Redeemed = { email: string; wave: string; accepted_at: Date }

/** The same answer for ten minutes, so that the product may retry after a lost one; then null. */
export function redeem({ pool, tokens }: Dependencies, held: TokenContent): Promise<Redeemed | null> {
  return inTransaction(pool, async (tx) => {
    if (!(await tokens.hold(tx, held))) return null
    const { rows } = await tx.query<Redeemed>(
      `update invitations i set redeemed_at = coalesce(i.redeemed_at, now()) from waitlist_entries e
       where i.entry_id = $1 and i.state = 'accepted' and e.id = i.entry_id
         and (i.redeemed_at is null or i.redeemed_at >= now() - ${REDEEMED_AGAIN})
       returning e.email, i.wave_id as wave, i.accepted_at`,
      [held.entryId],
    )
    return rows[0] ?? null
  })
}
