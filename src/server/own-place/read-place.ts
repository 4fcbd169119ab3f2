import { maskEmail } from '../../emails/mask-email.ts'
import type { Line, Move, Place, PlaceMilestone } from '#shared/joining/place.ts'
import { toSentAnswers } from '#shared/site/questions.ts'
import { milestonesOf, ruleAfter } from '#shared/joining/referral.ts'
import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { readFullName } from '../joining/change-entry.ts'
import { type OwnEntry, readOwnEntry } from '../people/read-entry.ts'
import { readRule } from '../people/places/referral-rule.ts'
import { FRESH_MS, isFromJoining, isYoung, type PlaceKey } from '../accounts/tokens.ts'
import { readLetIn } from '../waves/read-waves.ts'
import { readOpenInvitation } from '../waves/accept.ts'
import type { Queryable } from '../db/query.ts'
import { type OwnReward, readOwnRewards } from '../rewards/milestones.ts'
import { readLines } from '../people/places/read-place.ts'

/** Unproven answers, or an unproven name, came from a browser that showed no token of the entry. */
export type OwnPart = Omit<Place, keyof Line | 'let_in' | 'mailed' | 'answers_hidden'> & {
  is_unproven: boolean
  is_name_unproven: boolean
}

/**
 * As the holder of this key may see it. A token from joining does not show answers that somebody else has sent since:
 * another person may have typed the address first, and its owner may have joined later.
 */
export async function readPlace(db: Queryable, key: PlaceKey): Promise<Place | null> {
  const [own, lines, let_in] = await Promise.all([
    readOwnPart(db, key.entryId),
    readLines(db, [key.entryId]),
    readLetIn(db),
  ])
  if (!own) return null
  const { is_unproven, is_name_unproven, ...shown } = own
  const isFirst = isFromJoining(key)
  const answers_hidden = is_unproven && isFirst
  return {
    ...shown,
    ...lines.get(key.entryId)!,
    let_in: own.state === 'waiting' ? let_in.filter(({ at }) => at >= own.joined_at) : [],
    full_name: answers_hidden || (is_name_unproven && isFirst) ? null : own.full_name,
    answers: answers_hidden ? {} : own.answers,
    answers_hidden,
    mailed: isMailed(key),
  }
}

export function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}

/** `mostFriends` also bounds the history. Null for a person who is erased, or about to be. */
export async function readOwnPart(db: Queryable, id: string, mostFriends = MOST_FRIENDS): Promise<OwnPart | null> {
  const [entry, named, rule, invitation, rewards] = await Promise.all([
    readOwnEntry(db, { id, mostFriends }),
    readFullName(db, id),
    readRule(db),
    readOpenInvitation(db, id),
    readOwnRewards(db, id),
  ])
  if (!entry) return null
  return {
    ...toOwnPart(entry, { mostMoves: mostFriends, rule, rewards }),
    invitation,
    full_name: named?.full_name ?? null,
    is_name_unproven: named?.is_unproven ?? false,
  }
}

const MOST_FRIENDS = 100

function toOwnPart(
  entry: OwnEntry,
  { mostMoves, rule, rewards }: { mostMoves: number; rule: ReferralRule; rewards: OwnReward[] },
): Omit<OwnPart, 'full_name' | 'is_name_unproven' | 'invitation'> {
  const { places_by_friends, has_more_friends: _more, position_before: _before, friends, answers, ...shown } = entry
  return {
    ...shown,
    history: historyOf(entry, mostMoves),
    friends: friends.map(({ friend, created_at, state }) => ({
      label: maskEmail(friend.email),
      at: created_at,
      // Nobody learns of the owner's decision about somebody else.
      state: state === 'rejected' ? ('look' as const) : state,
    })),
    rule: ruleAfter(rule, places_by_friends),
    milestones: [
      ...milestonesOf(rule, shown.joined_position),
      ...rewards.map(({ words, ...reward }) => ({ friends: reward.friends, reward: words, given: givenOf(reward) })),
    ]
      .toSorted((one, other) => one.friends - other.friends)
      .map((milestone) => ({ ...milestone, reached: shown.referrals >= milestone.friends })),
    answers: toSentAnswers(answers) as Place['answers'],
  }
}

/** Whoever fell below is not told so: the card says how many friends are to go. */
function givenOf({ state, because, does, at, code, note }: Omit<OwnReward, 'words'>): PlaceMilestone['given'] {
  if (state === null || at === null || because === 'below') return null
  const handedOut = does === 'invitation' ? ('invitation' as const) : ('yours' as const)
  const waits = new Date(at) < new Date() ? ('soon' as const) : ('earned' as const)
  return { state: because ?? (state === 'handed-out' ? handedOut : waits), at, code, note }
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
