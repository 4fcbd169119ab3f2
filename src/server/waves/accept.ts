import { setStates } from '../trust/states.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { OF_WAVE, type OfWave } from './invitations.ts'
import type { Invitation } from '#shared/list/waves.ts'
import {
  findRow,
  findRows,
  hasRows,
  instant,
  inTransaction,
  type Pool,
  type Queryable,
  type Transaction,
} from '../db/query.ts'

const REDEEMED_AGAIN = `interval '10 minutes'`

type Dependencies = { pool: Pool; tokens: Tokens }

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
    await countUpdates(tx, 1)
    return 'accepted'
  })
}

/** A waiting one too: its mail may arrive before the server has recorded it as sent. */
function recordAccepted(tx: Transaction, entryId: string) {
  return findRows<OfWave>(
    tx,
    `update invitations i set state = 'accepted', accepted_at = now(), leaving_at = null,
       opened_at = coalesce(opened_at, now()), sent_at = coalesce(sent_at, now())
     where entry_id = $1 and state in ('waiting', 'sent') returning ${OF_WAVE}`,
    [entryId],
  )
}

export function isRedeemed(db: Queryable, entryId: string) {
  return hasRows(db, `select from invitations where entry_id = $1 and redeemed_at < now() - ${REDEEMED_AGAIN}`, [
    entryId,
  ])
}

type Redeemed = { email: string; wave: string; accepted_at: Date }

/** The same answer for ten minutes, so that the product may retry after a lost one; then null. */
export function redeem({ pool, tokens }: Dependencies, held: TokenContent): Promise<Redeemed | null> {
  return inTransaction(pool, async (tx) => {
    if (!(await tokens.hold(tx, held))) return null
    return findRow<Redeemed>(
      tx,
      `update invitations i set redeemed_at = coalesce(i.redeemed_at, now()) from waitlist_entries e
       where i.entry_id = $1 and i.state = 'accepted' and e.id = i.entry_id
         and (i.redeemed_at is null or i.redeemed_at >= now() - ${REDEEMED_AGAIN})
       returning e.email, i.wave_id as wave, i.accepted_at`,
      [held.entryId],
    )
  })
}

const SEEN_STATE = `case when i.state = 'accepted' then 'accepted'
    when i.state = 'called back' then 'called-back'
    when i.state in ('ended', 'dropped') then 'ended'
    else 'open' end`

const MAY_BE_KNOWN = '(i.sent_at is not null or i.leaving_at is not null)'

/** The newest whose mail has left: an earlier link does not reveal a later invitation. If none is recorded as left (a killed server), the newest of all. */
export function readInvitation(db: Queryable, entryId: string) {
  return findRow<Invitation>(
    db,
    `select state, case when state in ('open', 'ended') then ends_at end as ends_at from (
       select ${SEEN_STATE} as state, ${instant('least(i.ends_at, i.closed_at)')} as ends_at
       from invitations i join waitlist_entries e on e.id = i.entry_id
       where i.entry_id = $1 and e.erased_at is null and e.leaving_at is null
       order by ${MAY_BE_KNOWN} desc, i.invited_at desc, i.id desc limit 1) as shown`,
    [entryId],
  )
}

/** `ends_at` is null until its mail has left. */
export function readOpenInvitation(db: Queryable, entryId: string) {
  return findRow<{ ends_at: string | null }>(
    db,
    `select ${instant('ends_at')} as ends_at from invitations where entry_id = $1 and state in ('waiting', 'sent')`,
    [entryId],
  )
}

export async function recordOpened(db: Queryable, entryId: string): Promise<void> {
  await db.query(
    `update invitations set opened_at = now() where entry_id = $1 and state in ('waiting', 'sent') and opened_at is null`,
    [entryId],
  )
}
