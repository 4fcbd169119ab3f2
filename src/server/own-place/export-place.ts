import type { PlaceExport } from '#shared/place.ts'
import { toSentAnswers } from '#shared/answers.ts'
import { readMessagesFrom } from '../contact/read-message.ts'
import type { Queryable } from '../db/pool.ts'
import { type DeliveredTo, isMail, readDelivered } from '../deliveries/read-delivered.ts'
import { readSubmissions } from '../joining/history.ts'
import { readStored } from '../people/read-stored.ts'
import { readLines } from '../places/read-lines.ts'
import { readOwnPart } from './read-place.ts'

/** Nobody has this many friends; it bounds the file. */
const MOST_FRIENDS = 100_000

/** Everything that is stored of a person; null once erased. What the owner thinks of them is not in it. */
export async function exportPlace(db: Queryable, id: string): Promise<PlaceExport | null> {
  const [own, stored] = [await readOwnPart(db, id, MOST_FRIENDS), await readStored(db, id)]
  if (!own || !stored) return null
  const line = (await readLines(db, [id])).get(id)!
  const deliveries = await readDelivered(db, id)
  return {
    exported_at: new Date().toISOString(),
    email: own.email,
    position: own.position,
    ...line,
    joined: {
      at: own.joined_at,
      position: own.joined_position,
      used_referral_code: stored.used_referral_code,
      campaign: stored.utm as Record<string, string> | null,
      milliseconds_on_the_form: stored.elapsed_ms,
      confirmed_at: own.confirmed_at,
    },
    referral_codes: stored.codes,
    answers: own.answers,
    answered_at: own.answered_at,
    earlier_answers: stored.revisions.map(({ answers, replaced_at }) => ({
      answers: toSentAnswers(answers) as PlaceExport['answers'],
      replaced_at,
    })),
    submissions: (await readSubmissions(db, id)).map(({ created_at, ...rest }) => ({ at: iso(created_at)!, ...rest })),
    history: own.history,
    friends: own.friends,
    messages: await readMessagesFrom(db, own.email),
    mails: deliveries
      .filter(isMail)
      .map(({ channel, state, delivered_at }) => ({ kind: channel, state, sent_at: iso(delivered_at) })),
    services: (['notion', 'beehiiv'] as const).flatMap((name) => toService(name, deliveries)),
    consent: { no_mail_since: stored.no_mail_since, privacy_version: stored.privacy_version },
  }
}

const CHANNELS = { notion: 'add-to-notion', beehiiv: 'sync-to-beehiiv' } as const
const DATA = {
  notion: ['email', 'full name', 'answers', 'position', 'referral code', 'used referral code', 'date of joining'],
  beehiiv: ['email', 'chosen answers', 'business name', 'position', 'referral code', 'campaign'],
}

/** Nothing for a service that never got anything. */
function toService(name: keyof typeof CHANNELS, deliveries: DeliveredTo[]): PlaceExport['services'] {
  const delivery = deliveries.find(({ channel }) => channel === CHANNELS[name])
  if (!delivery || (delivery.remote_id === null && delivery.delivered_at === null)) return []
  return [{ name, id: delivery.remote_id, updated_at: iso(delivery.delivered_at), data: DATA[name] }]
}

function iso(date: Date | null): string | null {
  return date && date.toISOString()
}
