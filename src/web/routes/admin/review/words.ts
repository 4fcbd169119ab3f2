import type { ActDetail, ActMove, ActPreview } from '#shared/acts.ts'
import type { ListedRule, ReviewGroup } from '#shared/reviews.ts'
import { isolated } from '#shared/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { noteWords } from '../acts/act-words.ts'
import type { Decision } from './use-decision.ts'

export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${grouped(count)} people`
}

/** '34 friends of K7P2QX in 50 minutes' and '31 at disposable domains, 28 answered in under two seconds'. */
export function titleWords({ title }: ReviewGroup): { who: string; reasons: string } {
  const [who, ...reasons] = title.split(': ')
  return { who: who!, reasons: reasons.join(': ') }
}

/** What came of a decision: another owner may have been faster, about all of its people or some. */
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

export function acceptWords({ if_accepted, referrer }: ReviewGroup): string {
  const { from, to, people } = if_accepted
  if (!referrer || from === null || to === null) return 'They used no code, so nobody moves.'
  if (from === to) return `${referrer.referral_code} stays at #${grouped(to)}.`
  return `${referrer.referral_code} moves up, ${arrow(from, to)}, and passes ${peopleWords(people)}.`
}

function endingWords(invitations: number): string {
  const ends = invitations === 1 ? '1 open invitation ends' : `${grouped(invitations)} open invitations end`
  return `${ends}. Undo opens ${invitations === 1 ? 'it again if its seat is' : 'them again if their seats are'} still free.`
}

export function rejectWords({ if_rejected, invited, referrer }: ReviewGroup): string {
  const { to, people } = if_rejected
  const moving = people === 0 ? 'nobody moves up' : `${peopleWords(people)} ${people === 1 ? 'moves' : 'move'} up`
  const words =
    referrer && to !== null
      ? `${referrer.referral_code} stays at #${grouped(to)}; ${moving}.`
      : `${moving.charAt(0).toUpperCase()}${moving.slice(1)}.`
  return invited > 0 ? `${words} ${endingWords(invited)}` : words
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
