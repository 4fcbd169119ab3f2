import type { Queryable } from '../../db/pool.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { readRequester, type Requester } from '../../joining/requests.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import type { Delivered } from '../../outbox/channel.ts'
import { NOT_ON_THE_LIST, OPTED_OUT, REJECTED } from './mail-skips.ts'

/** Throws if their address bounces. */
export async function findRecipient(db: Queryable, entryId: string): Promise<Found> {
  const found = await findListed(db, entryId)
  return 'person' in found && found.person.is_opted_out ? OPTED_OUT : found
}

type Found = { person: Person } | Delivered

async function findListed(db: Queryable, entryId: string): Promise<Found> {
  const person = await readPerson(db, entryId)
  if (!person) return NOT_ON_THE_LIST
  if (person.is_rejected) return REJECTED
  if (person.bounce) throw new DeliveryError('refused', describeBounce(person.bounce))
  return { person }
}

/** Throws if their address bounces. */
export async function findAsker(
  db: Queryable,
  id: string,
): Promise<{ person: Person } | { requester: Requester } | Delivered> {
  const requester = await readRequester(db, id)
  if (!requester) return findListed(db, id)
  if (requester.bounce) throw new DeliveryError('refused', describeBounce(requester.bounce))
  return { requester }
}

export function describeBounce(reason: string): string {
  return `No more mail goes to this address. ${reason}`
}
