import { several, peopleWords, friendsWords } from '../ui/words.ts'
import type { AccountName } from '#shared/owner/accounts.ts'
import type { ActDetail, ActMove, ActPreview, ActRow } from '#shared/list/acts.ts'
import type { ListedRule, ReviewInviter, ReviewShare } from '#shared/list/reviews.ts'
import { isolated } from '#shared/values/language.ts'
import { grouped } from '../../../ui/grouped.ts'
import { actWords, noteWords, selectionWords } from '../entries/act-words.ts'
import type { Decision } from './decision.tsx'

/** For example '34 friends of ana@example.com'. */
export function titleWords({ email, friends }: ReviewInviter): string {
  return `${friendsWords(friends)} of ${isolated(email)}`
}

/** Completes '31 of them …'; of one, 'It …'. */
export function shareWords({ of, value, people }: ReviewShare): string {
  const isOne = people === 1
  switch (of) {
    case 'network':
      return 'joined from one network'
    case 'domain':
      return `${isOne ? 'has an address' : 'have addresses'} at ${isolated(value)}`
    case 'answers':
      return 'gave the same answers'
    case 'moment':
      return 'joined within ten seconds'
    case 'contested':
      return "came again with another inviter's code"
    case 'marked':
      return isOne ? 'has a mark' : 'have a mark'
    case 'waiting':
      return isOne ? 'does not count yet' : 'do not count yet'
  }
}

/** The lines of an inviter: those whom others claim, those who do not count yet, those with a mark, then what they share, most people first. */
export function linesOf({ contested, waiting, marked, shares }: ReviewInviter): ReviewShare[] {
  const own: ReviewShare[] = [
    { of: 'contested', value: '', people: contested },
    { of: 'waiting', value: '', people: waiting },
    { of: 'marked', value: '', people: marked },
  ]
  return [...own.filter(({ people }) => people > 0), ...[...shares].sort((one, other) => other.people - one.people)]
}

export function gainWords({ counting, waiting, position, without, with_all, invited }: ReviewInviter): string {
  const now =
    counting === 0
      ? 'None of them counts yet.'
      : without === position
        ? `${grouped(counting)} count. Their inviter is #${grouped(position)} with or without them.`
        : `${several(counting, 'counts', 'count')} and moved their inviter from #${grouped(without)} to #${grouped(position)}.`
  const more =
    waiting === 0
      ? ''
      : with_all === position
        ? `${grouped(waiting)} more ${waiting === 1 ? 'waits' : 'wait'}.`
        : `Accepting the ${waiting === 1 ? 'one who waits' : `${grouped(waiting)} who wait`} moves their inviter to #${grouped(with_all)}.`
  return [now, more, invited > 0 && endingWords(invited)].filter(Boolean).join(' ')
}

export function byWords({ id, name }: AccountName, own: AccountName | null): string {
  return id === own?.id ? 'you' : isolated(name)
}

/** A decision on another screen, and its people: 'Robin: Rejected · 1 person'. */
export function othersWords(act: ActRow, who: string): string {
  const { person } = act
  return `${who === 'you' ? 'You, on another screen' : who}: ${actWords(act)} · ${person?.email ? isolated(person.email) : selectionWords(act)}`
}

export function decisionWords({ words, act, people }: Decision): string {
  if (act === null) return words
  return [outcomeOf({ words, act, people }), ...noteWords(act.notes).map((note) => `${note}.`)].join(' ')
}

function outcomeOf({ words, act, people }: Decision & { act: ActDetail }): string {
  const told = act.notes.length > 0 ? `${words}.` : words
  if (people === undefined || act.undoes !== null) return told
  const missed = people - act.changed
  if (missed <= 0) return told
  if (act.changed === 0) return 'Nothing changed. Someone else had already decided.'
  return `${words}. Someone else had already decided about ${grouped(missed)} of them.`
}

function endingWords(invitations: number): string {
  const ends = several(invitations, 'open invitation ends', 'open invitations end')
  return `${ends} with a rejection. Undo opens ${invitations === 1 ? 'it again if its spot is' : 'them again if their spots are'} still free.`
}

/** For example 'ana@example.com loses 30 places, from #1 to #31: 30 people move up.' */
function moveWords({ email, referral_code, places, from, to, people }: ActMove): string {
  const who = email === null ? referral_code : isolated(email)
  const change = `${places < 0 ? 'loses' : 'gains'} ${several(Math.abs(places), 'place')}`
  if (from === to) return `${who} ${change}, and stays #${grouped(from)}.`
  const effect = to > from ? `${peopleWords(people)} move up` : `passes ${peopleWords(people)}`
  return `${who} ${change}, from #${grouped(from)} to #${grouped(to)}: ${effect}.`
}

export function previewWords({ changed, unchanged, notes, referrers, moves }: ActPreview): string[] {
  const rest = referrers - moves.length
  const ending = notes.find(({ reason }) => reason === 'invitation-ended')?.entries ?? 0
  const others = notes.filter(({ reason }) => reason !== 'invitation-ended')
  return [
    changed === 0
      ? 'No one on the list changes.'
      : `${peopleWords(changed)} on the list ${changed === 1 ? 'changes' : 'change'}.`,
    ...(unchanged > 0 ? [`${peopleWords(unchanged)} ${unchanged === 1 ? 'stays' : 'stay'} as now.`] : []),
    ...(ending > 0 ? [endingWords(ending)] : []),
    ...noteWords(others).map((note) => `${note}.`),
    ...moves.map(moveWords),
    ...(rest > 0 ? [`${grouped(rest)} more inviters gain or lose places.`] : []),
  ]
}

export function ruleWords({ value, verdict }: Pick<ListedRule, 'value' | 'verdict'>): string {
  return `${verdict === 'trust' ? 'Trust' : 'Refuse'} ${isolated(value)}`
}
