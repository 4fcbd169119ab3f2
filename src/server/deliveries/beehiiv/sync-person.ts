import type pg from 'pg'
import type { Beehiiv } from '../../integrations/beehiiv.ts'
import { type CustomField, type FieldNames, findFieldProblems, toFields } from '../../integrations/beehiiv-fields.ts'
import { DeliveryError, toLines } from '../../integrations/delivery-error.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import { hashContent, knownAt } from '../services/content-hash.ts'
import type { Delivered, Delivery, Row, TakeTurn } from '../../outbox/channel.ts'
import { readReadiness } from '../services/remains-queries.ts'
import { NOT_ON_THE_LIST, ONLY_PLACE, OPTED_OUT, REJECTED } from '../mail/mail-skips.ts'

/**
 * Keeps one subscription per person. People who unsubscribed or were removed in Beehiiv are left alone. People who
 * unsubscribed here or were rejected are not added, and their existing subscription is ended.
 */
export function createSyncPerson({ pool, beehiiv }: { pool: pg.Pool; beehiiv: Beehiiv }): Delivery {
  return {
    service: 'beehiiv',
    readiness: ({ subject }) => readReadiness(pool, { entryId: subject, channel: 'erase-from-beehiiv' }),
    async deliver(row, takeTurn) {
      const entry_id = row.subject
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      const task = { beehiiv, person, row, takeTurn }
      const end = endOf(person)
      if (end) return isEndedBy(task, end) ? ENDS[end] : unsubscribe(task, end)
      const subscriber = describeSubscriber(person, {
        publicationId: beehiiv.publicationId,
        existing: await beehiiv.listFields(),
      })
      if (row.content_hash === subscriber.content_hash) return { state: 'done', problem: subscriber.problem }
      const sending = { ...task, ...subscriber, takeTurnToSend }
      try {
        return await (knownAt(beehiiv.publicationId, row) ? updateKnown(sending) : createOrUpdate(sending))
      } catch (error) {
        if (error instanceof EndedMeanwhile) return unsubscribe(task, error.end)
        throw error
      }

      /** The wait for a turn may be long, so this checks again just before the call whether the person may be added. */
      async function takeTurnToSend(): Promise<void> {
        await takeTurn()
        const end = endOf(await readPerson(pool, entry_id))
        if (end) throw new EndedMeanwhile(end)
      }
    },
  }
}

type Task = { beehiiv: Beehiiv; person: Person; row: Row; takeTurn: TakeTurn }
type Sending = Task & ReturnType<typeof describeSubscriber> & { takeTurnToSend: TakeTurn }

function isEndedBy({ beehiiv, row }: Task, end: End): boolean {
  return row.content_hash === hashEnd(beehiiv.publicationId, end)
}

async function unsubscribe({ beehiiv, person: { email }, takeTurn }: Task, end: End): Promise<Delivered> {
  await takeTurn()
  const found = await beehiiv.find(email)
  if (found && !found.isInactive) {
    await takeTurn()
    await beehiiv.unsubscribe(email)
  }
  return { ...ENDS[end], remote_id: found?.id, content_hash: hashEnd(beehiiv.publicationId, end) }
}

async function updateKnown(sending: Sending): Promise<Delivered> {
  const { beehiiv, person, takeTurn } = sending
  await takeTurn()
  const found = await beehiiv.find(person.email)
  if (!found) return { state: 'skipped', note: 'They were removed in Beehiiv, and are left alone.' }
  if (found.isInvalid) return invalid(found.id)
  if (!found.isInactive) return update(sending, found.id)
  return isEndedBy(sending, 'rejected') ? { ...ENDED_BY_REJECTION, remote_id: found.id } : unsubscribed(found.id)
}

function invalid(id: string): Delivered {
  return { state: 'skipped', remote_id: id, note: 'Beehiiv says that no email reaches this address.' }
}

async function createOrUpdate(sending: Sending): Promise<Delivered> {
  const { beehiiv, person } = sending
  const { email, utm } = person
  const created = await withFields(sending, (fields) => beehiiv.create({ email, utm, fields }))
  if (created.isInvalid) return invalid(created.id)
  if (created.isInactive) return unsubscribed(created.id)
  return created.isNew ? created.delivered : update(sending, created.id)
}

async function update(sending: Sending, id: string): Promise<Delivered> {
  const { beehiiv, person, fields, content_hash, problem } = sending
  if (fields.length === 0) return done(id, { content_hash, problem })
  const { email } = person
  return (await withFields(sending, (fields) => beehiiv.update({ email, fields }))).delivered
}

/** A custom field may be the reason for a refusal, so a refused call is repeated once without custom fields. */
async function withFields(
  { beehiiv, fields, content_hash, problem, takeTurnToSend }: Sending,
  send: (fields: CustomField[]) => ReturnType<Beehiiv['update']>,
) {
  await takeTurnToSend()
  const sent = await send(fields)
  if (!('refused' in sent)) return { ...sent, delivered: done(sent.id, { content_hash, problem }) }
  if (fields.length === 0) throw refused(sent.refused)
  await takeTurnToSend()
  const bare = await send([])
  if ('refused' in bare) throw refused(bare.refused)
  beehiiv.forgetFields()
  const delivered = done(bare.id, {
    content_hash: hashContent(beehiiv.publicationId, []),
    problem: `Beehiiv does not take the custom fields: ${sent.refused}`,
  })
  return { ...bare, delivered }
}

export type Publication = { publicationId: string; existing: FieldNames }

export function describeSubscriber(person: Person, { publicationId, existing }: Publication) {
  const fields = toFields(person, existing)
  const problem = toLines(findFieldProblems(existing)) ?? undefined
  const end = endOf(person)
  const content_hash = end ? hashEnd(publicationId, end) : hashContent(publicationId, fields)
  return { fields, content_hash, problem }
}

const ENDS = { 'opted out': OPTED_OUT, 'only place': ONLY_PLACE, rejected: REJECTED }
type End = keyof typeof ENDS

/** Beehiiv does not tell whether the person or the server ended a subscription, so the server never restarts it. */
const ENDED_BY_REJECTION: Delivered = {
  state: 'skipped',
  note: 'They get no newsletter from Beehiiv since they were rejected, or since before. Start it again in Beehiiv if they want it.',
}

function endOf(person: Person | null): End | null {
  if (person?.is_opted_out) return 'opted out'
  if (person?.wants_only_place) return 'only place'
  return person?.is_rejected ? 'rejected' : null
}

function hashEnd(publicationId: string, end: End): string {
  return hashContent(publicationId, end)
}

class EndedMeanwhile extends Error {
  readonly end: End

  constructor(end: End) {
    super(`Meanwhile they are ${end}`)
    this.end = end
  }
}

function done(remote_id: string, more: Pick<Delivered, 'content_hash' | 'problem'>): Delivered {
  return { state: 'done', remote_id, ...more }
}

function unsubscribed(remote_id: string): Delivered {
  return { state: 'skipped', remote_id, note: 'They unsubscribed in Beehiiv, and are left alone.' }
}

function refused(reason: string): DeliveryError {
  return new DeliveryError('refused', `Beehiiv does not take this person: ${reason}`)
}
