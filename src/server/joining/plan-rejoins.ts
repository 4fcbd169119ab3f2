import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { MAX_CHANGES_PER_DAY, MAX_CODES_PER_ENTRY, MAX_OWN_CHANGES_PER_DAY } from '#shared/joining/joining-again.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import type { FullName } from './stored/full-names.ts'
import type { NewRevision, NewSubmission } from './stored/history.ts'
import type { ChangedEntry, KnownEntry, NewCode } from './stored/entry-queries.ts'
import type { HeldRequest, JoinOutcome } from './waiting.ts'

type Facts = {
  /**
   * Requests of people on the list, each with a free code. Without a code, the request is proven to come from the
   * person: the day's limit does not apply to it, and it brings no new code.
   */
  coded: { request: HeldRequest; code: string | null }[]
  known: KnownEntry[]
}

/** Everything that joining again writes, and the answer to each request. */
export type RejoinPlan = {
  answers: Map<HeldRequest, JoinOutcome>
  changed: ChangedEntry[]
  revisions: NewRevision[]
  codes: NewCode[]
  submissions: NewSubmission[]
  names: FullName[]
  joined: string[]
}

/** An entry after the requests handled so far. */
type Rejoiner = KnownEntry & {
  changes: number
  full_name: string
  isNameUnproven: boolean
  readsPrivacy: boolean
}

/** Handles requests of people on the list one after another, as if each had its own transaction. */
export function planRejoins({ coded, known }: Facts): RejoinPlan {
  const people = new Map(
    known.map((entry): [string, Rejoiner] => [
      entry.id,
      {
        ...entry,
        changes: 0,
        full_name: '',
        isNameUnproven: false,
        readsPrivacy: false,
      },
    ]),
  )
  const idOf = new Map(known.map(({ asked, id }) => [asked, id]))
  const plan = { answers: new Map<HeldRequest, JoinOutcome>(), revisions: [], codes: [], submissions: [] }
  for (const { request, code } of coded) {
    plan.answers.set(request, joinAgain(people.get(idOf.get(request.email)!)!, { request, code, plan }))
  }
  const changed = [...people.values()].filter(({ changes }) => changes > 0)
  return {
    ...plan,
    changed: changed.map(({ id, newest_code, code_count, answers, changes, is_unproven, readsPrivacy }) => ({
      id,
      newest_code,
      code_count,
      ...answers,
      changes,
      is_unproven,
      reads_privacy: readsPrivacy,
    })),
    names: changed.flatMap(({ id, full_name, isNameUnproven }) =>
      full_name === '' ? [] : { entry_id: id, full_name, is_unproven: isNameUnproven },
    ),
    joined: changed.map(({ id }) => id),
  }
}

type Written = Pick<RejoinPlan, 'revisions' | 'codes' | 'submissions'>
type Rejoin = { request: HeldRequest; code: string | null; plan: Written }

/**
 * A retry gets the same answer as the first time. Once the day's changes are used up, a request is answered but changes
 * nothing.
 */
function joinAgain(rejoiner: Rejoiner, { request, code, plan }: Rejoin): JoinOutcome {
  const earlier = rejoiner.submissions.find(({ submission_id }) => submission_id === request.submission_id)
  const entry_id = rejoiner.id
  if (earlier) {
    const { position, referral_code, is_new } = earlier
    return { entry_id, position, referral_code, is_new, is_inserted: false }
  }
  const isTheirs = isProven(rejoiner, { request, code })
  const most = isTheirs ? MAX_OWN_CHANGES_PER_DAY : MAX_CHANGES_PER_DAY
  const mayChange = code === null || rejoiner.recent_changes + rejoiner.changes < most
  if (mayChange) change(rejoiner, { request, code, plan, isTheirs })
  const answer = { position: rejoiner.position, referral_code: rejoiner.newest_code, is_new: false }
  if (mayChange && request.submission_id !== undefined) {
    const submission = { submission_id: request.submission_id, ...answer }
    rejoiner.submissions.push(submission)
    plan.submissions.push({ entry_id: rejoiner.id, ...submission })
  }
  return { entry_id, ...answer, is_inserted: false }
}

function change(rejoiner: Rejoiner, { request, code, plan, isTheirs }: Rejoin & { isTheirs: boolean }) {
  const answers = pickAnswers(request)
  if (!isDeepStrictEqual(answers, rejoiner.answers)) {
    const { id: entry_id, answers: replaced, is_unproven } = rejoiner
    plan.revisions.push({ id: randomUUIDv7(), entry_id, answers: replaced, is_unproven })
    rejoiner.answers = answers
    rejoiner.is_unproven = true
  }
  if (isTheirs) rejoiner.is_unproven = false
  if (code !== null && rejoiner.code_count < MAX_CODES_PER_ENTRY) {
    plan.codes.push({ code, entry_id: rejoiner.id })
    rejoiner.newest_code = code
    rejoiner.code_count += 1
  }
  if (code !== null) rejoiner.readsPrivacy = true
  rejoiner.full_name = request.full_name
  rejoiner.isNameUnproven = !isTheirs
  rejoiner.changes += 1
}

/**
 * Whether the answers come from the person: they confirmed them, or hold the entry's token. A token from joining proves
 * nothing once somebody without a token has changed the entry: that may have been the owner of the address.
 */
function isProven({ id, is_unproven }: Rejoiner, { request, code }: Pick<Rejoin, 'request' | 'code'>): boolean {
  if (code === null) return true
  return request.holder_id === id && !(request.is_from_joining && is_unproven)
}
