import { isSynced, RECORD_AT } from '#shared/owner/integrations.ts'
import { referralLink } from '#shared/site/paths.ts'
import { DeliveryError, toLines } from '../../outbox/integrations/delivery-error.ts'
import { type Field, type FieldKeys, findMissing, type Member } from '../../outbox/integrations/newsletter-fields.ts'
import type { Newsletter, Person as Contact, Refusal, Subscriber } from '../../outbox/integrations/newsletter.ts'
import { type Person, readPerson, readTags } from '../../people/find-person.ts'
import { hashContent, knownAt, NOT_ON_THE_LIST, ONLY_PLACE, OPTED_OUT, REJECTED } from '../services/records.ts'
import type { Delivered, Delivery, Row, TakeTurn } from '../../outbox/channel.ts'
import { readReadiness } from '../services/remains-queries.ts'
import type { Pool, Queryable } from '../../db/query.ts'
import { readLines } from '../../people/places/read-place.ts'

type Syncing = { pool: Pool; newsletter: Newsletter<Member>; publicUrl: string }

/**
 * Keeps one subscriber per person. People who unsubscribed or were removed at the service are left alone. People who
 * unsubscribed here or were rejected are not added, and their existing subscription is ended.
 */
export function syncPerson({ pool, newsletter, publicUrl }: Syncing): Delivery {
  const { service, place } = newsletter
  return {
    service,
    readiness: ({ subject }) => readReadiness(pool, { entryId: subject, channel: RECORD_AT[service].erasedBy }),
    async deliver(row, takeTurn) {
      const entry_id = row.subject
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      const task = { newsletter, person, row, takeTurn }
      const end = endOf(person)
      if (end) return isEndedBy(task, end) ? ENDS[end] : unsubscribe(task, end)
      const existing = await newsletter.listFields()
      const member = isSynced(service) ? await toMember(pool, person, publicUrl) : onlyPerson(person)
      const subscriber = describeSubscriber(newsletter, { person: member, existing })
      if (row.content_hash === subscriber.content_hash) return { state: 'done', problem: subscriber.problem }
      const sending = { ...task, ...subscriber, takeTurnToSend }
      try {
        return await (knownAt(place, row) ? updateKnown(sending) : createOrUpdate(sending))
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

async function toMember(db: Queryable, person: Person, publicUrl: string): Promise<Person & Member> {
  const lines = await readLines(db, [person.id])
  return {
    ...person,
    place_in_line: lines.get(person.id)?.place_in_line ?? null,
    link: referralLink(publicUrl, person.referral_code),
    tags: await readTags(db, person.id),
  }
}

/** For a service that gets nothing else. */
export function onlyPerson(person: Person): Person & Member {
  return { ...person, place_in_line: null, link: '', tags: [] }
}

type Task = { newsletter: Newsletter<Member>; person: Person; row: Row; takeTurn: TakeTurn }
type Sending = Task & ReturnType<typeof describeSubscriber> & { takeTurnToSend: TakeTurn }

function isEndedBy({ newsletter, row }: Task, end: End): boolean {
  return row.content_hash === hashContent(newsletter.place, end)
}

function find({ newsletter, person, row }: Task): Promise<Subscriber | null> {
  return newsletter.find(person.email, knownAt(newsletter.place, row))
}

async function unsubscribe(task: Task, end: End): Promise<Delivered> {
  const { newsletter, person, takeTurn } = task
  await takeTurn()
  const found = await find(task)
  if (found && found.standing !== 'ended') {
    await takeTurn()
    await newsletter.unsubscribe({ email: person.email, id: found.id })
  }
  return { ...ENDS[end], remote_id: found?.id, content_hash: hashContent(newsletter.place, end) }
}

async function updateKnown(sending: Sending): Promise<Delivered> {
  const { newsletter, takeTurn } = sending
  await takeTurn()
  const found = await find(sending)
  if (!found) return { state: 'skipped', note: `They were removed in ${newsletter.name}, and are left alone.` }
  if (found.standing === 'ended' && isEndedBy(sending, 'rejected')) return endedByRejection(newsletter, found.id)
  return leftAlone(newsletter, found) ?? update(sending, found.id)
}

async function createOrUpdate(sending: Sending): Promise<Delivered> {
  const { newsletter, person, takeTurn } = sending
  if (newsletter.looksFirst) {
    await takeTurn()
    const found = await find(sending)
    if (found && found.standing !== 'outside') return leftAlone(newsletter, found) ?? update(sending, found.id)
  }
  const { email, utm } = person
  const created = await withFields(sending, (fields, takeTurn) => newsletter.create({ email, utm, fields }, takeTurn))
  if ('leftAlone' in created) return { state: 'skipped', note: created.leftAlone }
  return leftAlone(newsletter, created) ?? (created.isNew ? created.delivered : update(sending, created.id))
}

function leftAlone({ name }: Newsletter, { id, standing }: Subscriber): Delivered | null {
  const because = {
    invalid: `${name} says that no email reaches this address.`,
    ended: `They unsubscribed in ${name}, and are left alone.`,
    active: null,
    outside: null,
  }
  const note = because[standing]
  return note === null ? null : { state: 'skipped', remote_id: id, note }
}

async function update(sending: Sending, id: string): Promise<Delivered> {
  const { newsletter, person, fields, content_hash, problem } = sending
  if (fields.length === 0) return done(id, { content_hash, problem })
  const { email, utm } = person
  const updated = await withFields(sending, (fields, takeTurn) =>
    newsletter.update({ id, email, utm, fields }, takeTurn),
  )
  return 'leftAlone' in updated ? { state: 'skipped', remote_id: id, note: updated.leftAlone } : updated.delivered
}

/** A custom field may be the reason for a refusal, so a refused call is repeated once without custom fields. */
async function withFields<Sent extends Subscriber>(
  { newsletter, fields, content_hash, problem, takeTurnToSend }: Sending,
  send: (fields: Contact['fields'], takeTurn: TakeTurn) => Promise<Sent | Refusal>,
) {
  await takeTurnToSend()
  const sent = await send(fields, takeTurnToSend)
  if ('leftAlone' in sent) return sent
  if (!('refused' in sent)) return { ...sent, delivered: done(sent.id, { content_hash, problem }) }
  if (fields.length === 0) throw refused(newsletter, sent.refused)
  await takeTurnToSend()
  const bare = await send([], takeTurnToSend)
  if ('leftAlone' in bare) return bare
  if ('refused' in bare) throw refused(newsletter, bare.refused)
  newsletter.forgetFields()
  const delivered = done(bare.id, {
    content_hash: hashContent(newsletter.place, []),
    problem: `${newsletter.name} does not take the custom fields: ${sent.refused}`,
  })
  return { ...bare, delivered }
}

type Described = { person: Person & Member; existing: FieldKeys }

export function describeSubscriber(newsletter: Newsletter<Member>, { person, existing }: Described) {
  const fields: Field[] = newsletter.toFields(person, existing)
  const missing = findMissing(newsletter.wanted(), existing)
  const problem = toLines(newsletter.describeMissing(missing)) ?? undefined
  const content_hash = hashContent(newsletter.place, endOf(person) ?? fields)
  return { fields, content_hash, problem }
}

const ENDS = { 'opted out': OPTED_OUT, 'only place': ONLY_PLACE, rejected: REJECTED }
type End = keyof typeof ENDS

/** Services do not tell whether the person or the server ended a subscription, so the server never restarts it. */
function endedByRejection({ name }: Newsletter, remote_id: string): Delivered {
  const note = `They get no newsletter from ${name} since they were rejected, or since before. Start it again in ${name} if they want it.`
  return { state: 'skipped', remote_id, note }
}

function endOf(person: Person | null): End | null {
  if (person?.is_opted_out) return 'opted out'
  if (person?.wants_only_place) return 'only place'
  return person?.is_rejected ? 'rejected' : null
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

function refused({ name }: Newsletter, reason: string): DeliveryError {
  return new DeliveryError('refused', `${name} does not take this person: ${reason}`)
}
