import { forgetMessages, lockMessages } from '../../pages/messages.ts'
import { emailKey } from '../../base/email-key.ts'
import { findInFlight, forgetDeliveries } from '../../deliveries/erasing/forget-deliveries.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { readAddressKey, rememberAddresses } from '../../people/addresses/erased-addresses.ts'
import { type Erasable, forgetEntries, lockEntries } from '../../joining/change-entry.ts'
import { forgetStatisticsSoon } from '../../outbox/rows.ts'
import { restand } from '../../trust/credit.ts'
import { forgetListings } from '../../listing/prepare-list.ts'
import { forgetPresses } from '../../waves/updates/press-routes.ts'
import { keepFigures } from '../../waves/updates/updates.ts'
import { forgetOptOuts } from '../../people/opt-outs.ts'
import { forgetGenerations } from '../../accounts/fates.ts'
import { forgetOpeningRequests } from '../../joining/opening-requests.ts'
import { deleteRequests, findGone, forgetRequestsOf, type GoneRequest } from '../../joining/requests.ts'
import type { Journal } from './journal.ts'
import { findColumn, type Queryable, type Transaction } from '../../db/query.ts'

/** `busy`: in use, such as for a mail that is being sent. Try these again later. */
type Erased = { erased: string[]; busy: string[] }

/**
 * Call this with the counter locked, and advance the counter. `isReplay`: a backup brought them back. `isRemembered`:
 * false if not even the hash of their address may stay.
 */
export type EraseEntries = (
  tx: Transaction,
  ids: string[],
  options?: { isReplay?: boolean; isRemembered?: boolean },
) => Promise<Erased>

type Options = { isReplay: boolean; isRemembered: boolean }

type Person = Erasable & { messageIds: string[] }

/** Passed in by features that import this folder. */
type Forget = (tx: Transaction, ids: string[]) => Promise<void>

type Dependencies = { journal: Journal; alsoForget: Forget[] }

export function createEraseEntries({ journal, alsoForget }: Dependencies): EraseEntries {
  return async (tx, ids, { isReplay = false, isRemembered = true } = {}) => {
    if (ids.length === 0) return { erased: [], busy: [] }
    const { ready, busy } = await lockPeople(tx, ids)
    if (ready.length > 0) await forget(tx, ready, { isReplay, isRemembered })
    return { erased: idsOf(ready), busy }
  }

  async function forget(tx: Transaction, people: Person[], { isReplay, isRemembered }: Options): Promise<void> {
    const ids = idsOf(people)
    // No import brings them back, and leaving does not wash a rejection off.
    const remembered = people.map(({ email, is_rejected }) => ({ email: emailKey(email), is_rejected }))
    await rememberAddresses(tx, isRemembered ? remembered : [], await readAddressKey(tx))
    await keepFigures(tx, ids)
    await forgetDeliveries(tx, people, { isEverywhere: isReplay })
    await forgetMessages(
      tx,
      people.flatMap(({ messageIds }) => messageIds),
    )
    await forgetStrangers(tx, await forgetRequestsOf(tx, ids))
    await forgetOpeningRequests(
      tx,
      people.map(({ email }) => email),
    )
    await forgetOptOuts(tx, ids)
    await forgetPresses(tx, ids)
    await forgetGenerations(tx, ids)
    // These functions may read the address, which `forgetEntries` deletes.
    for (const forgetMore of alsoForget) await forgetMore(tx, ids)
    await restand(tx, ids, () => forgetEntries(tx, ids))
    await forgetListings(tx, ids)
    const left = ids.map((entry_id) => (isReplay ? { entry_id, data: { is_quiet: true } } : entry_id))
    await recordEvents(tx, 'left', left)
    await insertErasures(tx, ids)
    await forgetStatisticsSoon(tx)
    // This comes before the commit, because a restored backup would undo an erasure that the journal lacks.
    await journal.append(ids)
  }
}

async function lockPeople(tx: Transaction, ids: string[]): Promise<{ ready: Person[]; busy: string[] }> {
  const entries = await lockEntries(tx, ids)
  const messages = await lockMessages(
    tx,
    entries.locked.map(({ email }) => email),
  )
  const byKey = Map.groupBy(messages.locked, ({ key }) => key)
  const people = entries.locked.map((entry) => ({
    ...entry,
    messageIds: (byKey.get(emailKey(entry.email)) ?? []).map(({ id }) => id),
  }))
  const inFlight = await findInFlight(tx, people)
  const isBusy = ({ id, email }: Person) => inFlight.has(id) || messages.busy.has(emailKey(email))
  return {
    ready: people.filter((person) => !isBusy(person)),
    busy: [...entries.busy, ...idsOf(people.filter(isBusy))],
  }
}

function idsOf(people: { id: string }[]): string[] {
  return people.map(({ id }) => id)
}

/** Call this with the counter locked. */
export type EraseRequests = (tx: Transaction, ids: string[]) => Promise<void>

export function createEraseRequests({ journal }: { journal: Journal }): EraseRequests {
  return async (tx, ids) => {
    const gone = await deleteRequests(tx, ids)
    await forgetStrangers(tx, gone)
    const erased = gone.map(({ id }) => id)
    await insertErasures(tx, erased)
    await journal.append(erased)
  }
}

/** Forgets those who have neither an entry nor a request. */
export async function forgetStrangers(tx: Transaction, gone: GoneRequest[]): Promise<void> {
  const strangers = await findGone(tx, gone)
  if (strangers.length === 0) return
  const people = strangers.map((person) => ({ ...person, is_seeded: false, messageIds: [] }))
  const ids = people.map(({ id }) => id)
  await forgetDeliveries(tx, people, { isEverywhere: false })
  await forgetOptOuts(tx, ids)
  await forgetGenerations(tx, ids)
}

async function insertErasures(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('insert into erasures (entry_id) select unnest($1::uuid[]) on conflict do nothing', [ids])
}

export async function readErasedIds(db: Queryable): Promise<Set<string>> {
  return new Set(await findColumn<string>(db, 'select entry_id from erasures'))
}
