import { DAY_MS } from '#shared/values/durations.ts'
import type { Context } from '../context.ts'
import { emailKey } from '../base/email-key.ts'
import { enqueue, forgetStatisticsSoon } from '../outbox/rows.ts'
import { TooEarly } from '../outbox/channel.ts'
import { countUpdates, lockAndReadCounter, lockCounter } from '../listing/rows/counter.ts'
import {
  askForChange,
  confirmChange,
  finishChange,
  forgetChanges,
  lockChange,
  readConfirmed,
} from '../people/addresses/email-changes.ts'
import { readEmails } from '../people/find-person.ts'
import type { TokenContent } from '../accounts/token-format.ts'
import type { PlaceKey, Tokens } from '../accounts/tokens.ts'
import { moveMessages } from '../pages/messages.ts'
import { findInFlight, movePerson } from '../deliveries/erasing/forget-deliveries.ts'
import { forgetAsked } from '../deliveries/mail/ask-for-links.ts'
import { lockEntries, markLeaving, readdressEntry } from '../joining/change-entry.ts'
import { leaveAddress } from '../people/opt-outs.ts'
import type { EraseEntries } from '../operations/erasing/erase-entries.ts'
import { findHolder } from '../people/addresses/email-keys.ts'
import { judgeAddress } from '../trust/judge-joins.ts'
import { forgetBounces } from '../waves/reopen.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

type Asked = { key: PlaceKey; email: string }

/** Links of earlier such mails end, because they may be in another mailbox. `gone`: the key is no longer valid. */
export function askForEmail({ pool, tokens }: Pick<Context, 'pool' | 'tokens'>, { key, email }: Asked) {
  return inTransaction(pool, async (tx) => {
    if (!(await tokens.hold(tx, key))) return 'gone'
    const { entryId } = key
    const own = (await readEmails(tx, [entryId])).get(entryId)
    if (own !== undefined && emailKey(own) === emailKey(email)) return 'own'
    const outcome = await askForChange(tx, { entryId, email })
    if (outcome !== 'asked') return outcome
    await tokens.end(tx, 'email asked for', entryId)
    await enqueue(tx, 'send-address-confirmation', [entryId])
    return 'asked'
  })
}

type Confirming = Pick<Context, 'pool' | 'tokens' | 'eraseEntries' | 'config'>

/**
 * Null for an invalid token, or if somebody on the list has the address. `busy`: the outbox makes the change once a
 * mail or a sync has ended. An entry with the address that is about to be erased is erased first.
 */
export async function confirmEmail(ctx: Confirming, token: string): Promise<TokenContent | 'busy' | null> {
  const { pool, tokens, config } = ctx
  const held = await tokens.read(token, { purpose: 'address', maxAgeMs: config().confirmDays * DAY_MS })
  if (!held) return null
  const { entryId } = held
  return inTransaction(pool, async (tx) => {
    await lockAndReadCounter(tx)
    const change = await lockChange(tx, entryId)
    // The person may have asked for another address a moment ago, or the owner may have corrected theirs.
    if (!change || !(await tokens.hold(tx, held))) return null
    if (change.email === null) return held
    await confirmChange(tx, entryId)
    const outcome = await carryOut(tx, ctx, entryId)
    if (outcome === 'taken') return null
    if (outcome === 'done') return held
    await enqueue(tx, 'change-email', [entryId])
    return 'busy'
  })
}

export async function changeEmailLater(ctx: Moving & Pick<Context, 'pool'>, entryId: string): Promise<void> {
  const outcome = await inTransaction(ctx.pool, (tx) => carryOut(tx, ctx, entryId))
  if (outcome === 'busy') throw new TooEarly(new Date(Date.now() + 1_000))
}

async function carryOut(tx: Transaction, ctx: Moving, entryId: string): Promise<'done' | 'busy' | 'taken'> {
  await lockAndReadCounter(tx)
  const to = await readConfirmed(tx, entryId)
  if (to === null) return 'done'
  const outcome = await moveAddress(tx, ctx, { entryId, to, event: 'email changed' })
  if (outcome === 'busy') return 'busy'
  if (outcome === 'taken') await forgetChanges(tx, [entryId])
  else await finishChange(tx, entryId)
  return outcome === 'taken' ? 'taken' : 'done'
}

/** Not a part of `Context`: its type would depend on itself, because the context calls this. */
type Moving = { tokens: Tokens; eraseEntries: EraseEntries }

/** `email changed`: the person has proved that the address is theirs. */
type Move = { entryId: string; to: string; event: 'email changed' | 'email corrected' | 'correction undone' }

/**
 * Ends the links that were mailed to the old address. `busy`: a mail or a sync under way has read it and must end
 * first. `taken`: somebody on the list has the address.
 */
export async function moveAddress(
  tx: Transaction,
  { tokens, eraseEntries }: Moving,
  { entryId, to, event }: Move,
): Promise<'done' | 'busy' | 'taken' | 'gone'> {
  const isProven = event === 'email changed'
  await lockCounter(tx)
  const { locked, busy } = await lockEntries(tx, [entryId])
  if (busy.length > 0) return 'busy'
  const [entry] = locked
  if (!entry) return 'gone'
  if ((await findInFlight(tx, [{ ...entry, messageIds: [] }])).size > 0) return 'busy'
  const obstacle = await clearAddress(tx, { entryId, to, isProven }, eraseEntries)
  if (obstacle !== null) return obstacle
  const { email: from } = entry
  await leaveAddress(tx, { entryId, from, isTheirs: isProven || entry.has_confirmed })
  await readdressEntry(tx, { entryId, to, isProven })
  await moveMessages(tx, { from, to })
  if (!entry.is_seeded) await movePerson(tx, { id: entryId, from })
  await judgeAddress(tx, { id: entryId, email: to })
  await tokens.end(tx, event, entryId)
  // After a correction, `inviteAgain` does this.
  if (isProven) await forgetBounces(tx, entryId)
  else {
    // Somebody who reads the former mailbox may have asked for a change of address, or for links.
    await forgetChanges(tx, [entryId])
    await forgetAsked(tx, entryId)
  }
  await forgetStatisticsSoon(tx)
  return 'done'
}

/**
 * Erases an entry that has the address, if its person is leaving and the new owner has proved the address. Null if it
 * is free.
 */
async function clearAddress(
  tx: Transaction,
  { entryId, to, isProven }: { entryId: string; to: string; isProven: boolean },
  eraseEntries: EraseEntries,
): Promise<'busy' | 'taken' | null> {
  const found = await findHolder(tx, to)
  // The new address may be another spelling of the person's own address.
  const holder = found?.id === entryId ? null : found
  if (holder && !(isProven && holder.gives_way)) return 'taken'
  if (holder) {
    const { erased } = await eraseEntries(tx, [holder.id])
    if (erased.length === 0) return 'busy'
    await countUpdates(tx, 1)
  }
  return null
}

type Leaving = Pick<Context, 'pool' | 'eraseEntries'>

/**
 * If a mail or a sync about them is under way, they count as gone at once, and the outbox erases them. False if the
 * key is no longer valid.
 */
export function leave(ctx: Leaving & Pick<Context, 'tokens'>, key: PlaceKey): Promise<boolean> {
  return inTransaction(ctx.pool, async (tx) => {
    await lockAndReadCounter(tx)
    if (!(await ctx.tokens.hold(tx, key))) return false
    const { entryId } = key
    if ((await erase(tx, ctx, entryId)) === 'busy') {
      await markLeaving(tx, entryId)
      await enqueue(tx, 'leave', [entryId])
    }
    return true
  })
}

export async function leaveLater(ctx: Leaving, entryId: string): Promise<void> {
  const outcome = await inTransaction(ctx.pool, (tx) => erase(tx, ctx, entryId))
  if (outcome === 'busy') throw new TooEarly(new Date(Date.now() + 1_000))
}

async function erase(tx: Transaction, { eraseEntries }: Leaving, entryId: string): Promise<'busy' | 'erased'> {
  await lockAndReadCounter(tx)
  const { erased, busy } = await eraseEntries(tx, [entryId])
  if (busy.length > 0) return 'busy'
  await countUpdates(tx, erased.length)
  return 'erased'
}
