import { randomUUIDv7 } from 'node:crypto'
import type { Answers } from '#shared/answers.ts'
import type { JoinRequest, JoinResponse } from '#shared/join.ts'
import { normalizeReferralCode } from '#shared/referral-code.ts'
import { MAX_CHANGES_PER_DAY } from '#site/joining-again.ts'
import { MAX_CODES_PER_ENTRY, PLACES_PER_FRIEND } from '#site/referral.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { creditStateOf } from './credit-state.ts'
import type { NewRevision, NewSubmission } from './history.ts'
import { type BatchListing, listBatch } from './list-batch.ts'
import type { ChangedEntry, Counter, KnownEntry, NewCode, NewCredit, NewEntry } from './queries.ts'

export type Joined = JoinResponse & { is_new: boolean }

/** What the database said about a batch of requests, and one free code for each. */
type BatchFacts = {
  requests: JoinRequest[]
  known: KnownEntry[]
  /** Entry ids by normalized code. */
  entryByCode: Map<string, string>
  counter: Counter
  freeCodes: string[]
}

/** Everything one transaction writes, and what each request is answered. */
export type BatchPlan = BatchListing & {
  answers: Joined[]
  /** The last joining position before the new entries. */
  behind: number
  entries: NewEntry[]
  changed: ChangedEntry[]
  revisions: NewRevision[]
  codes: NewCode[]
  submissions: NewSubmission[]
  credits: NewCredit[]
  joined: Jobs['add-to-notion'][]
}

type Person = KnownEntry & {
  /** The request that put them on the list; null for people whom the list knew before. */
  cameWith: JoinRequest | null
  /** The answers that are stored; null for somebody new. */
  listedAnswers: Answers | null
  /** How often this batch changes them by joining again. */
  changes: number
  full_name: string
}

/**
 * Takes the requests one after the other, as if each had its own transaction, and says what to write and to answer. For
 * newcomers, newcomers.ts does the same in SQL: change a rule in both. See docs/decisions/0023-newcomers-in-one-statement.md.
 */
export function planBatch({ requests, known, entryByCode, counter, freeCodes }: BatchFacts): BatchPlan {
  const people = new Map<string, Person>()
  for (const entry of known) {
    const state = { cameWith: null, changes: 0, listedAnswers: entry.answers, full_name: '' }
    people.set(entry.email, { ...entry, ...state })
  }
  const byId = new Map([...people.values()].map((person) => [person.id, person]))
  const plan: Pick<BatchPlan, 'answers' | 'revisions' | 'codes' | 'submissions' | 'credits'> = {
    answers: [],
    revisions: [],
    codes: [],
    submissions: [],
    credits: [],
  }
  let position = counter.last_position
  requests.forEach((request, index) => {
    plan.answers.push(take(request, freeCodes[index]!))
  })
  const everybody = [...people.values()]
  return {
    ...plan,
    ...listBatch(everybody, counter),
    behind: counter.last_position,
    entries: everybody.flatMap((person) => (person.cameWith ? toNewEntry(person, person.cameWith) : [])),
    changed: everybody.filter((person) => person.changes > 0 && !person.cameWith).map(toChangedEntry),
    joined: everybody
      .filter((person) => person.cameWith || person.changes > 0)
      .map((person) => ({ entry_id: person.id, full_name: person.full_name })),
  }

  function take(request: JoinRequest, freeCode: string): Joined {
    const known = people.get(request.email)
    const earlier = known?.submissions.find(({ submission_id }) => submission_id === request.submission_id)
    if (earlier) return { position: earlier.position, referral_code: earlier.referral_code, is_new: earlier.is_new }
    const isRefused = known && !mayChange(known)
    const person = known ?? welcome(request, freeCode)
    if (known && !isRefused) joinAgain(known, request, freeCode)
    const answer = {
      position: Math.max(1, person.joined_position - person.credited_places),
      referral_code: person.newest_code,
      is_new: !known,
    }
    if (!isRefused && request.submission_id !== undefined) {
      const submission = { submission_id: request.submission_id, ...answer }
      person.submissions.push(submission)
      plan.submissions.push({ entry_id: person.id, ...submission })
    }
    return answer
  }

  function welcome(request: JoinRequest, code: string): Person {
    position += 1
    const person: Person = {
      id: randomUUIDv7(),
      email: request.email,
      joined_position: position,
      credited_places: 0,
      referral_code: code,
      newest_code: code,
      code_count: 1,
      answers: answersOf(request),
      submissions: [],
      recent_changes: 0,
      day: counter.today,
      is_referred: false,
      source: request.utm?.source,
      listedAnswers: null,
      cameWith: request,
      changes: 0,
      full_name: request.full_name,
    }
    people.set(request.email, person)
    plan.codes.push({ code, entry_id: person.id })
    creditReferrer(person, request)
    return person
  }

  function creditReferrer(friend: Person, request: JoinRequest) {
    const { used_referral_code } = request
    const referrerId = used_referral_code ? entryByCode.get(normalizeReferralCode(used_referral_code)) : undefined
    if (!referrerId) return
    friend.is_referred = true
    const state = creditStateOf(request)
    plan.credits.push({ friend_id: friend.id, referrer_id: referrerId, places: PLACES_PER_FRIEND, state })
    const referrer = byId.get(referrerId)
    if (referrer && state === 'counted') referrer.credited_places += PLACES_PER_FRIEND
  }

  function joinAgain(person: Person, request: JoinRequest, freeCode: string) {
    const answers = answersOf(request)
    if (JSON.stringify(answers) !== JSON.stringify(person.answers)) {
      plan.revisions.push({ id: randomUUIDv7(), entry_id: person.id, answers: person.answers })
      person.answers = answers
    }
    if (person.code_count < MAX_CODES_PER_ENTRY) {
      plan.codes.push({ code: freeCode, entry_id: person.id })
      person.newest_code = freeCode
      person.code_count += 1
    }
    person.full_name = request.full_name
    person.changes += 1
  }
}

/** For everybody alike: no browser can prove yet that an entry is its own. */
function mayChange({ recent_changes, changes }: Person): boolean {
  return recent_changes + changes < MAX_CHANGES_PER_DAY
}

function toNewEntry(person: Person, { used_referral_code, utm, elapsed_ms }: JoinRequest): NewEntry {
  const { id, email, joined_position, referral_code, newest_code, code_count, answers, changes } = person
  const codes = { referral_code, newest_code, code_count }
  return { id, email, joined_position, ...codes, used_referral_code, ...answers, utm, elapsed_ms, changes }
}

function toChangedEntry({ id, newest_code, code_count, answers, changes }: Person): ChangedEntry {
  return { id, newest_code, code_count, ...answers, changes }
}

/** Always the same keys in the same order, so that answers can be compared as text. */
function answersOf(answers: Answers): Answers {
  const { business_name, is_solo_provider, job_industry } = answers
  const { problems, other_problem, goals, other_goal, price_range } = answers
  return { business_name, is_solo_provider, job_industry, problems, other_problem, goals, other_goal, price_range }
}
