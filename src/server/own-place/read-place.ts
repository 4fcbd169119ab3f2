import { maskEmail } from '../../emails/mask-email.ts'
import type { Move, Place } from '#shared/joining/place.ts'
import { toSentAnswers } from '#shared/site/answers.ts'
import { milestonesOf, ruleAfter } from '#shared/joining/referral.ts'
import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import type { Queryable } from '../db/pool.ts'
import { readFullName } from '../joining/stored/full-names.ts'
import { type OwnEntry, readOwnEntry } from '../people/read-own-place.ts'
import { readRule } from '../places/referral-rule.ts'
import { isFromJoining, type PlaceKey } from '../tokens/tokens.ts'
import { readOpenInvitation } from '../waves/read-invitation.ts'
import { isMailed } from './is-mailed.ts'
import { readSurroundings, type Surroundings } from './read-surroundings.ts'

/**
 * A place without the parts that depend on other people or on the token. The answers, and the name, are unproven if
 * they came from a browser that showed no token of the entry.
 */
export type OwnPart = Omit<Place, keyof Surroundings | 'mailed' | 'answers_hidden'> & {
  is_unproven: boolean
  is_name_unproven: boolean
}

/** Both parts of a place. Null for a person who is erased, or about to be. */
export async function readPlace(db: Queryable, id: string): Promise<{ own: OwnPart; line: Surroundings } | null> {
  const [own, lines] = await Promise.all([readOwnPart(db, id), readSurroundings(db, [id])])
  return own && { own, line: lines.get(id)! }
}

/** `mostFriends` also bounds the history. Null for a person who is erased, or about to be. */
export async function readOwnPart(db: Queryable, id: string, mostFriends = MOST_FRIENDS): Promise<OwnPart | null> {
  const [entry, named, rule, invitation] = await Promise.all([
    readOwnEntry(db, { id, mostFriends }),
    readFullName(db, id),
    readRule(db),
    readOpenInvitation(db, id),
  ])
  if (!entry) return null
  return {
    ...toOwnPart(entry, { mostMoves: mostFriends, rule }),
    invitation,
    full_name: named?.full_name ?? null,
    is_name_unproven: named?.is_unproven ?? false,
  }
}

/**
 * The place as the holder of this key may see it. A token from joining does not show answers that somebody else has
 * sent since: another person may have typed the address first, and its owner may have joined later.
 */
export function showPlace(
  { is_unproven, is_name_unproven, ...own }: OwnPart,
  line: Surroundings,
  key: PlaceKey,
): Place {
  const isFirst = isFromJoining(key)
  const answers_hidden = is_unproven && isFirst
  return {
    ...own,
    ...line,
    let_in: own.state === 'waiting' ? line.let_in.filter(({ at }) => at >= own.joined_at) : [],
    full_name: answers_hidden || (is_name_unproven && isFirst) ? null : own.full_name,
    answers: answers_hidden ? {} : own.answers,
    answers_hidden,
    mailed: isMailed(key),
  }
}

/** The most friends that a page shows. */
const MOST_FRIENDS = 100

function toOwnPart(
  entry: OwnEntry,
  { mostMoves, rule }: { mostMoves: number; rule: ReferralRule },
): Omit<OwnPart, 'full_name' | 'is_name_unproven' | 'invitation'> {
  const { credited_places, has_more_friends: _more, position_before: _before, friends, answers, ...shown } = entry
  return {
    ...shown,
    history: historyOf(entry, mostMoves),
    friends: friends.map(({ friend, created_at, state }) => ({
      label: maskEmail(friend.email),
      at: created_at,
      state: state === 'counted' ? ('counted' as const) : ('waiting' as const),
    })),
    rule: ruleAfter(rule, credited_places),
    milestones: milestonesOf(rule, shown.joined_position).map(({ friends, reward }) => ({
      friends,
      reward,
      reached: shown.referrals >= friends,
    })),
    answers: toSentAnswers(answers) as Place['answers'],
  }
}

/** Newest first. A friend who does not count yet waits: nobody learns of the owner's decision about somebody else. */
function historyOf(
  { has_more_friends, position_before, friends, joined_at, joined_position }: OwnEntry,
  mostMoves: number,
): Move[] {
  const moves = friends.map(({ friend, created_at: at, state, position, moved }): Move => ({
    at,
    kind: state === 'counted' ? 'friend' : 'friend-waits',
    friend: maskEmail(friend.email),
    position,
    places: moved,
  }))
  if (has_more_friends) return moves
  const joined: Move = { at: joined_at, kind: 'joined', position: joined_position, places: 0 }
  const before: Move[] =
    position_before === null
      ? []
      : [{ ...joined, kind: 'friends-before', position: position_before, places: joined_position - position_before }]
  return [...moves.slice(0, mostMoves - 1 - before.length), ...before, joined]
}
