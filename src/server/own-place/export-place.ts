import { ERASING_SERVICES, type ErasingService, RECORD_AT, type Service } from '#shared/owner/integrations.ts'
import type { PlaceExport } from '#shared/joining/place-export.ts'
import { toSentAnswers } from '#shared/site/questions.ts'
import { listCorrections } from '../acts/kinds/correct-email.ts'
import { readMessagesFrom } from '../pages/messages.ts'
import { readFormerEmails } from '../deliveries/services/remains-queries.ts'
import { type DeliveredTo, isMail, readDelivered } from '../deliveries/services/integration-queries.ts'
import { readSubmissions } from '../joining/change-entry.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { readRequests } from '../joining/requests.ts'
import { readStored, type Stored } from '../people/read-entry.ts'
import { readToldOf } from '../api/webhooks/deliveries.ts'
import { readEntryInvitations } from '../waves/read-waves.ts'
import { type OwnPart, readOwnPart } from './read-place.ts'
import type { Queryable } from '../db/query.ts'
import { readLines } from '../people/places/read-place.ts'

/** Bounds the size of the file. */
const MOST_FRIENDS = 100_000

/** Except the owner's tags, notes and doubts. Null once erased. */
export async function exportPlace(db: Queryable, id: string): Promise<PlaceExport | null> {
  const own = await readOwnPart(db, id, MOST_FRIENDS)
  const stored = await readStored(db, id)
  if (!own || !stored) return null
  const line = (await readLines(db, [id])).get(id)!
  const deliveries = await readDelivered(db, id)
  return {
    exported_at: new Date().toISOString(),
    email: own.email,
    another_email: stored.another_email,
    earlier_emails: await readFormerEmails(db, id),
    corrected_emails: await listCorrections(db, id),
    full_name: own.full_name,
    language: own.language,
    position: own.position,
    ...line,
    joined: toJoined(own, stored),
    referral_codes: stored.codes,
    answers: own.answers,
    answered_at: own.answered_at,
    answers_not_proven: own.is_unproven,
    earlier_answers: stored.revisions.map(({ answers, replaced_at, is_unproven }) => ({
      answers: toSentAnswers(answers) as PlaceExport['answers'],
      replaced_at,
      not_proven: is_unproven,
    })),
    waiting_answers: await readWaitingAnswers(db, id),
    submissions: (await readSubmissions(db, id)).map(({ created_at, ...rest }) => ({ at: iso(created_at)!, ...rest })),
    history: own.history,
    friends: own.friends,
    messages: await readMessagesFrom(db, own.email),
    mails: deliveries.filter(isToThem).flatMap(toMails),
    links_asked_for: deliveries.flatMap(({ asked }) => asked.map((at) => at.toISOString())),
    invitations: await readInvitations(db, id),
    mail_problem: stored.mail_problem,
    services: ERASING_SERVICES.flatMap((name) => toService(name, deliveries)),
    programs: await readToldOf(db, id),
    consent: {
      no_mail_since: stored.no_mail_since,
      no_updates_since: stored.no_updates_since,
      friend_mails: stored.friend_mails,
      privacy_version: stored.privacy_version,
    },
  }
}

function toJoined(own: OwnPart, stored: Stored): PlaceExport['joined'] {
  return {
    at: own.joined_at,
    position: own.joined_position,
    used_referral_code: stored.used_referral_code,
    campaign: stored.utm as Record<string, string> | null,
    milliseconds_on_the_form: stored.elapsed_ms,
    confirmed_at: own.confirmed_at,
  }
}

async function readWaitingAnswers(db: Queryable, id: string) {
  return (await readRequests(db, id)).map(({ created_at, request }) => ({
    at: created_at.toISOString(),
    full_name: request.full_name,
    used_referral_code: request.used_referral_code,
    campaign: (request.utm ?? null) as PlaceExport['joined']['campaign'],
    answers: toSentAnswers(pickAnswers(request)) as PlaceExport['answers'],
  }))
}

async function readInvitations(db: Queryable, id: string): Promise<PlaceExport['invitations']> {
  return (await readEntryInvitations(db, id)).map(({ state, sent_at, opened_at, accepted_at, ends_at }) => ({
    state,
    sent_at,
    opened_at,
    accepted_at,
    ends_at,
  }))
}

/** The mail to a new address would tell whether somebody on the list has it. */
function isToThem(delivery: DeliveredTo): boolean {
  return isMail(delivery) && delivery.channel !== 'send-address-confirmation'
}

function toMails({ channel: kind, state, delivered_at, earlier }: DeliveredTo): PlaceExport['mails'] {
  return [
    { kind, state, sent_at: iso(delivered_at) },
    ...earlier.map((at) => ({ kind, state: 'done', sent_at: at.toISOString() })),
  ]
}

const OF_MEMBERS = [
  'email',
  'position',
  'place in line',
  'number of friends',
  'referral code and link',
  'tags',
  'chosen answers, if the owner includes them',
]

const DATA: Record<ErasingService, string[]> & Record<Service, string[] | null> = {
  mail: null,
  notion: ['email', 'full name', 'answers', 'position', 'referral code', 'used referral code', 'date of joining'],
  beehiiv: ['email', 'chosen answers', 'business name', 'position', 'referral code', 'campaign'],
  mailchimp: OF_MEMBERS,
  kit: OF_MEMBERS,
  klaviyo: OF_MEMBERS,
}

function toService(name: ErasingService, deliveries: DeliveredTo[]): PlaceExport['services'] {
  const delivery = deliveries.find(({ channel }) => channel === RECORD_AT[name].filledBy)
  if (!delivery || (delivery.remote_id === null && delivery.delivered_at === null)) return []
  return [{ name, id: delivery.remote_id, updated_at: iso(delivery.delivered_at), data: DATA[name] }]
}

function iso(date: Date | null): string | null {
  return date && date.toISOString()
}
