import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import type { Transaction } from '../db/pool.ts'
import type { Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { emailKey } from '../base/email-key.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import { enqueue } from '../outbox/rows.ts'
import { type OwnWork, TooEarly } from '../outbox/channel.ts'
import { lockAndReadCounter } from '../listing/rows/counter.ts'
import {
  askForChange,
  confirmChange,
  finishChange,
  forgetChanges,
  lockChange,
  readConfirmed,
} from '../people/addresses/email-changes.ts'
import { readEmails } from '../people/find-person.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { PlaceKey, Tokens } from '../tokens/tokens.ts'
import { createMoveAddress } from './move-address.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens; eraseEntries: EraseEntries }

/** Links of earlier such mails end, because they may be in another mailbox. `gone`: the key is no longer valid. */
export type AskForEmail = (asked: {
  key: PlaceKey
  email: string
}) => Promise<'own' | Awaited<ReturnType<typeof askForChange>>>

export function createAskForEmail({ pool, tokens }: Omit<Dependencies, 'eraseEntries'>): AskForEmail {
  return ({ key, email }) =>
    inTransaction(pool, async (tx) => {
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

/**
 * Null for an invalid token, or if somebody on the list has the address. `busy`: the outbox makes the change once a
 * mail or a sync has ended. An entry with the address that is about to be erased is erased first.
 */
export type ConfirmEmail = (token: string) => Promise<TokenContent | 'busy' | null>

export function createConfirmEmail({
  pool,
  tokens,
  eraseEntries,
  config,
}: Dependencies & { config: Current<'confirmDays'> }): ConfirmEmail {
  return async (token) => {
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
      const outcome = await carryOut(tx, { tokens, eraseEntries }, entryId)
      if (outcome === 'taken') return null
      if (outcome === 'done') return held
      await enqueue(tx, 'change-email', [entryId])
      return 'busy'
    })
  }
}

export function createChangeEmailLater({ pool, tokens, eraseEntries }: Dependencies): OwnWork {
  return async ({ subject }) => {
    const outcome = await inTransaction(pool, (tx) => carryOut(tx, { tokens, eraseEntries }, subject))
    if (outcome === 'busy') throw new TooEarly(new Date(Date.now() + 1_000))
  }
}

async function carryOut(
  tx: Transaction,
  { tokens, eraseEntries }: Pick<Dependencies, 'tokens' | 'eraseEntries'>,
  entryId: string,
): Promise<'done' | 'busy' | 'taken'> {
  await lockAndReadCounter(tx)
  const to = await readConfirmed(tx, entryId)
  if (to === null) return 'done'
  const outcome = await createMoveAddress({ tokens, eraseEntries })(tx, { entryId, to, event: 'email changed' })
  if (outcome === 'busy') return 'busy'
  if (outcome === 'taken') await forgetChanges(tx, [entryId])
  else await finishChange(tx, entryId)
  return outcome === 'taken' ? 'taken' : 'done'
}
