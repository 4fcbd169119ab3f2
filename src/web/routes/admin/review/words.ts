import type { AccountName } from '#shared/owner/accounts.ts'
import type { ActDetail, ActMove, ActPreview, ActRow } from '#shared/list/acts.ts'
import type { ListedRule, ReviewGroup, ReviewLine } from '#shared/list/reviews.ts'
import { isolated } from '#shared/values/isolated.ts'
import { type SignalName, SIGNALS } from '#site/trust.ts'
import { grouped } from '../../../ui/grouped.ts'
import { actWords, noteWords, selectionWords } from '../acts/act-words.ts'
import type { Decision } from './use-decision.ts'

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${grouped(count)} people`
}

/** For example '34 friends of K7P2QX in 50 minutes', or '60 friends from one network in 2 days, with 12 codes'. */
export function titleWords(group: ReviewGroup): string {
  const { kind, people, codes, first_at, last_at } = group
  const span = people > 1 && kind !== 'moment' ? ` in ${spanWords(Date.parse(last_at) - Date.parse(first_at))}` : ''
  const many = kind !== 'code' && codes > 1 ? `, with ${grouped(codes)} codes` : ''
  return `${whoWords(group)}${span}${many}`
}

function whoWords({ kind, people, name, is_ring }: ReviewGroup): string {
  const friends = people === 1 ? '1 friend' : `${grouped(people)} friends`
  switch (kind) {
    case 'code':
      return `${friends} of ${name ?? 'somebody since erased'}`
    case 'network':
      return `${friends} from one network`
    case 'answers':
      return `${friends} with the same answers`
    case 'domain':
      return `${friends} at ${isolated(name!)}`
    case 'moment':
      return `${friends} within ten seconds`
    case 'tree':
      return is_ring ? `${friends} who invited each other in a ring` : `${friends} in one tree of invitations`
    case 'alone':
      return `${peopleWords(people)} without a code`
  }
}

const SPANS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function spanWords(ms: number): string {
  const [name, length] = SPANS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000]
  const count = Math.max(1, Math.round(ms / length))
  return `${grouped(count)} ${name}${count === 1 ? '' : 's'}`
}

/** Completes '31 of them …'. */
export function lineWords({ kind, name, people }: ReviewLine): string {
  const isOne = people === 1
  switch (kind) {
    case 'code':
      return name ? `used the code ${name}` : 'used the code of somebody since erased'
    case 'network':
      return 'joined from one network'
    case 'answers':
      return 'gave the same answers'
    case 'domain':
      return `${isOne ? 'has an address' : 'have addresses'} at ${isolated(name!)}`
    case 'moment':
      return 'joined within ten seconds'
    case 'tree':
      return 'joined in one tree of invitations'
    case 'alone':
      return 'used no code'
    case 'mark':
      if (name === 'owner') return isOne ? 'is held by you' : 'are held by you'
      return SIGNALS[name as SignalName][isOne ? 'reason' : 'many']
  }
}

/** The places that a group has gained, the places that wait, and the effect of both on the owner of the code. */
export function gainWords({ gained, waiting, referrer, invited }: ReviewGroup): string {
  const places = (count: number) => (count === 1 ? '1 place' : `${grouped(count)} places`)
  const brought = gained > 0 ? `Gained ${places(gained)}.` : 'Nothing gained.'
  const waits = waiting > 0 ? `${places(waiting)} more ${waiting === 1 ? 'waits' : 'wait'}.` : ''
  return [brought, waits, referrer && moveWordsOf(referrer, { gained, waiting }), invited > 0 && endingWords(invited)]
    .filter(Boolean)
    .join(' ')
}

function moveWordsOf(
  { referral_code, position, joined_position, credited_places }: NonNullable<ReviewGroup['referrer']>,
  { gained, waiting }: { gained: number; waiting: number },
): string {
  const at = (places: number) => Math.max(1, joined_position - places)
  if (gained > 0) return `${referral_code}: ${arrow(at(credited_places - gained), position)}.`
  return `${referral_code} is #${grouped(position)}, and ${arrow(position, at(credited_places + waiting))} if you accept.`
}

const MOST = 0.6

/** Advice on how to tell real people from fakes in a group like this. */
export function adviceWords(group: ReviewGroup): string {
  const { kind, people, answers, lines, is_ring } = group
  const share = (wanted: ReviewLine['kind']) =>
    Math.max(0, ...lines.map((line) => (line.kind === wanted ? line.people / people : 0)))
  const held = lines.find(({ id }) => id === 'mark:owner')
  if (held?.people === people) return 'You held them yourself.'
  if (share('mark') >= MOST) return 'Most of them show what people do not do. The others may be real friends.'
  if (is_ring) return 'Each was invited by another one of them. Friends do not join like that.'
  if (share('answers') >= MOST)
    return share('network') >= MOST
      ? 'The same answers from one network: a class that copies, or one person with many addresses. Look at their addresses one by one.'
      : 'The same answers from different networks: people rarely do that, and programs often do.'
  if (share('network') >= MOST && people > 1 && answers >= people / 2)
    return 'One network and different answers: a class, a salon or an event looks like this. Ask before you reject them.'
  if (share('domain') >= MOST)
    return 'One domain: a company or a school, or somebody who makes up addresses at a domain of their own. Its website may tell.'
  if (kind === 'tree')
    return 'Each invited the next within a day. A post that spreads looks like this, and so does a farm behind many codes.'
  if (share('moment') >= MOST)
    return 'Many at once: a link in a class or a newsletter brings that, and so does a program.'
  return 'They share little else. Only the number of places is a reason to look.'
}

/** A count with its share of all, such as '12 (7 %)'. */
export function shareWords(count: number, all: number): string {
  return all === 0 ? '0' : `${grouped(count)} (${Math.round((100 * count) / all)} %)`
}

/** The name of the account that decided; 'you' for the reader's own account. */
export function byWords({ id, name }: AccountName, own: AccountName | null): string {
  return id === own?.id ? 'you' : isolated(name)
}

/** A decision on another screen, and its people: 'Robin: Rejected · 1 person'. */
export function othersWords(act: ActRow, who: string): string {
  const { person } = act
  return `${who === 'you' ? 'You, on another screen' : who}: ${actWords(act)} · ${person?.email ? isolated(person.email) : selectionWords(act)}`
}

/** The outcome of a decision: another owner may have decided first about some or all of its people. */
export function decisionWords({ words, act, people }: Decision): string {
  if (act === null) return words
  return [outcomeOf({ words, act, people }), ...noteWords(act.notes).map((note) => `${note}.`)].join(' ')
}

function outcomeOf({ words, act, people }: Decision & { act: ActDetail }): string {
  const told = act.notes.length > 0 ? `${words}.` : words
  if (people === undefined || act.undoes !== null) return told
  const missed = people - act.changed
  if (missed <= 0) return told
  if (act.changed === 0) return 'Nothing was changed: somebody else had already decided.'
  return `${words}. Somebody else had already decided about ${grouped(missed)} of them.`
}

function endingWords(invitations: number): string {
  const ends = invitations === 1 ? '1 open invitation ends' : `${grouped(invitations)} open invitations end`
  return `${ends} with a rejection. Undo opens ${invitations === 1 ? 'it again if its seat is' : 'them again if their seats are'} still free.`
}

function moveWords({ referral_code, from, to, people }: ActMove): string {
  const effect = to > from ? `${peopleWords(people)} move up` : `passes ${peopleWords(people)}`
  return `${referral_code}: ${arrow(from, to)}; ${effect}.`
}

export function previewWords({ changed, unchanged, notes, referrers, moves }: ActPreview): string[] {
  const rest = referrers - moves.length
  const ending = notes.find(({ reason }) => reason === 'invitation-ended')?.entries ?? 0
  const others = notes.filter(({ reason }) => reason !== 'invitation-ended')
  return [
    changed === 0
      ? 'Nobody on the list changes.'
      : `${peopleWords(changed)} on the list ${changed === 1 ? 'changes' : 'change'}.`,
    ...(unchanged > 0 ? [`${peopleWords(unchanged)} ${unchanged === 1 ? 'stays' : 'stay'} as now.`] : []),
    ...(ending > 0 ? [endingWords(ending)] : []),
    ...noteWords(others).map((note) => `${note}.`),
    ...moves.map(moveWords),
    ...(rest > 0 ? [`${grouped(rest)} more referrers move, or stay where they are.`] : []),
  ]
}

export function ruleWords({ subject, value, verdict, people, example }: ListedRule): string {
  const what = subject === 'domain' ? isolated(value) : networkWords(people, example)
  return `${verdict === 'hold' ? 'Always hold' : 'Always trust'} ${what}`
}

function networkWords(people: number, example: string | null): string {
  if (example === null) return 'a network from which nobody has joined lately'
  return people === 1 ? `the network of ${example}` : `the network of ${example} and ${grouped(people - 1)} more`
}

function arrow(from: number, to: number): string {
  return `#${grouped(from)} → #${grouped(to)}`
}
