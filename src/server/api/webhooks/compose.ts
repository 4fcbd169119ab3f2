import { type EventField, type EventType, TEST_EVENT } from '#shared/programs/webhooks.ts'
import { readFullNames } from '../../joining/change-entry.ts'
import { pickAnswers } from '../../people/answer-columns.ts'
import { type ForPrograms, readForPrograms } from '../../people/find-person.ts'
import type { Claimed } from './deliveries.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { ordinal } from '#shared/values/numbers.ts'
import { site } from '#shared/site/site.ts'
import type { DaySummary } from './daily-summary.ts'
import type { Queryable } from '../../db/query.ts'

export type People = { people: Map<string, ForPrograms>; names: Map<string, string> }

export async function readPeople(db: Queryable, events: Claimed[]): Promise<People> {
  const ids = [...new Set(events.flatMap(({ about }) => about ?? []))]
  const [people, names] = [await readForPrograms(db, ids), await readFullNames(db, ids)]
  return { people, names }
}

export function payloadOf({ type, about, data, at }: Claimed, fields: EventField[], { people, names }: People): string {
  const person = about === null ? undefined : people.get(about)
  const { email, position } = person ?? {}
  const personal = person && {
    ...(fields.includes('email') && { email }),
    ...(fields.includes('name') && { name: names.get(person.id) ?? person.business_name }),
    ...(fields.includes('answers') && { answers: pickAnswers(person) }),
  }
  const id = about === null ? {} : { [idOf(type)]: about }
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { ...id, ...data, ...(person && { position }), ...personal },
  })
}

function idOf(type: string): string {
  return (
    { wave: 'wave_id', update: 'update_id', message: 'message_id', site: 'publication_id', summary: 'summary_id' }[
      type.split('.')[0]!
    ] ?? 'id'
  )
}

const PREFIX = 'whsec_'

export function drawSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

type Message = { id: string; at: Date; body: string }

export function signed({ id, at, body }: Message, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const WORDS: Record<Exclude<EventType, 'entry.joined' | 'summary.daily'>, { one: string; more: string }> = {
  'entry.changed': { one: '{who} changed their answers or email', more: '{n} people changed their answers or email' },
  'entry.moved': { one: '{who} moved to {place}', more: '{n} people moved up or down' },
  'entry.rejected': { one: '{who} was rejected', more: '{n} people were rejected' },
  'entry.accepted': { one: '{who} was accepted', more: '{n} people were accepted' },
  'entry.erased': { one: 'Somebody was erased', more: '{n} people were erased' },
  'invitation.sent': { one: '{who} was invited', more: '{n} people were invited' },
  'invitation.accepted': { one: '{who} accepted the invitation', more: '{n} people accepted their invitations' },
  'invitation.ended': { one: 'The invitation of {who} ended', more: '{n} invitations ended' },
  'wave.finished': { one: 'The last mail of a wave has left', more: 'The last mails of {n} waves have left' },
  'update.sent': { one: 'An update was sent to everybody', more: '{n} updates were sent to everybody' },
  'reward.earned': { one: '{who} earned a reward', more: '{n} people earned a reward' },
  'message.received': { one: 'A message came in', more: '{n} messages came in' },
  'site.published': { one: 'A new version of the site was published', more: '{n} versions of the site were published' },
}

type Told = {
  known: People
  hasNames: boolean
  countToday: (source: string | null) => Promise<number>
}

export async function linesOf(events: Claimed[], { known, hasNames, countToday }: Told): Promise<string[]> {
  const who = ({ about }: Claimed) => {
    const person = about === null ? undefined : known.people.get(about)
    const name = person && hasNames && (person.business_name || known.names.get(person.id))
    return name ? harmless(name, 80) : 'Somebody'
  }
  const placeOf = ({ about }: Claimed) => known.people.get(about ?? '')?.position
  const lines: string[] = []
  for (const [type, those] of Map.groupBy(events, (event) => event.type)) {
    const [first] = those
    if (type === TEST_EVENT) lines.push(`This is a test from ${site().brand.name}.`)
    else if (type === 'entry.joined') lines.push(await joined(those))
    else if (type === 'summary.daily') lines.push(...those.map(({ data }) => summaryLine(data as DaySummary)))
    else lines.push(describe(type, { count: those.length, who: who(first!), place: placeOf(first!) }))
  }
  return lines

  async function joined(those: Claimed[]): Promise<string> {
    const people = those.flatMap(({ about }) => known.people.get(about!) ?? [])
    const [person] = people
    if (!person) return those.length === 1 ? 'Somebody joined' : `${grouped(those.length)} people joined`
    if (those.length === 1) {
      const from = person.source ? ` from ${nameOf(person.source)}` : ''
      const nth = await countToday(person.source)
      return `${who(those[0]!)} is #${grouped(person.position)}, the ${ordinal(nth)}${from} today`
    }
    const bySource = [...Map.groupBy(people, ({ source }) => source && nameOf(source))]
      .flatMap(([source, from]) => (source ? [{ source, count: from.length }] : []))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, 3)
      .map(({ source, count }) => `${grouped(count)} from ${source}`)
    const today = grouped(await countToday(null))
    return [`${grouped(those.length)} people joined`, ...bySource, `${today} today`].join(', ')
  }
}

function summaryLine({ joined, by_friends, waiting }: DaySummary): string {
  const wait =
    waiting === 0 ? 'nobody waits for you' : `${grouped(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you`
  return `Yesterday: ${grouped(joined)} joined, ${grouped(by_friends)} by friends, ${wait}`
}

type Facts = { count: number; who: string; place: number | undefined }

function describe(type: string, { count, who, place }: Facts): string {
  const { one, more } = WORDS[type as keyof typeof WORDS]
  const words = {
    n: grouped(count),
    who,
    place: place === undefined ? 'another place' : `#${grouped(place)}`,
  }
  return (count === 1 ? one : more).replaceAll(/\{(n|who|place)\}/g, (_, name: keyof typeof words) => words[name])
}

function nameOf(source: string): string {
  const name = harmless(source, 40)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function grouped(number: number): string {
  return number.toLocaleString('en-GB')
}

/** An invisible space follows each character that may begin a mention or a link, so that a chat finds neither. */
export function harmless(text: string, most: number): string {
  return [...text.replaceAll(/(?!\u200D)[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()]
    .slice(0, most)
    .join('')
    .replaceAll(/[@.:/]/g, '$&\u200B')
}

const LONGEST = 1_900

export function chatBody(kind: 'slack' | 'discord', lines: string[]): string {
  const text = lines.join('\n').slice(0, LONGEST)
  if (kind === 'discord')
    return JSON.stringify({
      content: text.replaceAll(/[\\*_~`|<>[\]()]/g, '\\$&'),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    })
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return JSON.stringify({ text: escaped, mrkdwn: false, unfurl_links: false, unfurl_media: false })
}

const SUPPRESS_EMBEDS = 4
