import type { Queryable } from '../../db/pool.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import type { Delivered } from '../delivery.ts'
import { NOT_ON_THE_LIST, OPTED_OUT, REJECTED, UNCONFIRMED } from './mail-skips.ts'

/** The recipient of a mail, or the reason why they get none. Throws if their address bounces. */
export async function findRecipient(db: Queryable, entryId: string): Promise<Found> {
  const found = await findAsker(db, entryId)
  if ('person' in found && found.person.is_unconfirmed) return UNCONFIRMED
  return 'person' in found && found.person.is_opted_out ? OPTED_OUT : found
}

type Found = { person: Person } | Delivered

/** The same for a mail that asks for a confirmation: people who unsubscribed, or have not confirmed, get it too. */
export async function findAsker(db: Queryable, entryId: string): Promise<Found> {
  const person = await readPerson(db, entryId)
  if (!person) return NOT_ON_THE_LIST
  if (person.is_rejected) return REJECTED
  if (person.bounce) throw new DeliveryError('refused', describeBounce(person.bounce))
  return { person }
}

export function describeBounce(reason: string): string {
  return `No more mail goes to this address. ${reason}`
}
