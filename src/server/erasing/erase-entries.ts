import { forgetMessages, lockMessages } from '../contact/forget-messages.ts'
import type { Transaction } from '../db/pool.ts'
import { findInFlight, forgetDeliveries } from '../deliveries/erasing/forget-deliveries.ts'
import { readAddressKey, rememberAddresses } from '../joining/erased-addresses.ts'
import { type Erasable, forgetEntries, lockEntries } from '../joining/forget-entries.ts'
import { forgetStanding } from '../ledger/forget-standing.ts'
import { forgetListings } from '../listing/forget-listings.ts'
import { forgetOptOuts } from '../opt-outs/queries.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { forgetGenerations } from '../tokens/queries.ts'
import type { Journal } from './journal.ts'
import { insertErasures } from './queries.ts'

/** `busy`: something is under way about these entries right now; try again. Entries in neither list are erased already. */
type Erased = { erased: string[]; busy: string[] }

/**
 * Forgets everything about these entries, and leaves jobs that do so at the services. Call this with the counter locked,
 * and advance the counter. `isReplay`: they were erased before, and a backup brought them back.
 */
export type EraseEntries = (tx: Transaction, ids: string[], options?: { isReplay?: boolean }) => Promise<Erased>

type Person = Erasable & { messageIds: string[] }

/** Forgets what a folder that knows this one has of these entries. */
type Forget = (tx: Transaction, ids: string[]) => Promise<void>

type Dependencies = { journal: Journal; alsoForget: Forget[] }

export function createEraseEntries({ journal, alsoForget }: Dependencies): EraseEntries {
  return async (tx, ids, { isReplay = false } = {}) => {
    const entries = await lockEntries(tx, ids)
    const messages = await lockMessages(
      tx,
      entries.locked.map(({ email }) => email),
    )
    const idsByEmail = Map.groupBy(messages.locked, ({ email }) => email)
    const people = entries.locked.map((entry) => ({
      ...entry,
      messageIds: (idsByEmail.get(entry.email) ?? []).map(({ id }) => id),
    }))
    const inFlight = await findInFlight(tx, people)
    const isBusy = ({ id, email }: Person) => inFlight.has(id) || messages.busy.has(email)
    const ready = people.filter((person) => !isBusy(person))
    if (ready.length > 0) await forget(tx, ready, isReplay)
    return { erased: idsOf(ready), busy: [...entries.busy, ...idsOf(people.filter(isBusy))] }
  }

  async function forget(tx: Transaction, people: Person[], isReplay: boolean): Promise<void> {
    const ids = idsOf(people)
    // Somebody else may have typed an address that was never confirmed: that must cost its owner nothing.
    const remembered = people.filter(({ is_unconfirmed, is_rejected }) => !is_unconfirmed || is_rejected)
    await rememberAddresses(tx, remembered, await readAddressKey(tx))
    await forgetDeliveries(tx, people, { isEverywhere: isReplay })
    await forgetMessages(
      tx,
      people.flatMap(({ messageIds }) => messageIds),
    )
    await forgetOptOuts(tx, ids)
    await forgetGenerations(tx, ids)
    await keepRanks(tx, ids, async () => {
      await forgetEntries(tx, ids)
      await forgetStanding(tx, ids)
    })
    await forgetListings(tx, ids)
    for (const forgetMore of alsoForget) await forgetMore(tx, ids)
    await insertErasures(tx, ids)
    // Before the commit: an erasure that the journal lacks would not outlive a restored backup.
    await journal.append(ids)
  }
}

function idsOf(people: { id: string }[]): string[] {
  return people.map(({ id }) => id)
}
