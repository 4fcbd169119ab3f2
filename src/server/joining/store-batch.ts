import type pg from 'pg'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import type { Transaction } from '../db/pool.ts'
import { emailKey } from '../base/email-key.ts'
import { type Commit, inTransaction, together } from '../db/transaction.ts'
import { drawDistinct } from './stored/draw-code.ts'
import type { AddressKey } from '../people/addresses/erased-addresses.ts'
import { keepNames } from './stored/full-names.ts'
import { dropOldest, insertRevisions, insertSubmissions } from './stored/history.ts'
import { insertNewcomers, isNotCreated } from './insert-newcomers.ts'
import { recordEvents } from '../events/record-events.ts'
import { planRejoins, type RejoinPlan } from './plan-rejoins.ts'
import * as queries from './stored/entry-queries.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { atStage, StageError, toStageError } from './stage-error.ts'
import { forgiveForms, isCleanForm } from '../trust/marks.ts'
import { contest } from '../trust/states.ts'
import { toNewcomer } from './to-newcomers.ts'
import { keepRequests } from './requests.ts'
import { type HeldRequest, type JoinOutcome, KEPT, LEAVING, type StoredOutcome, toOutcome } from './waiting.ts'

type Dependencies = {
  pool: pg.Pool
  draw: () => string
  readKey: () => Promise<AddressKey>
  asksToConfirm: () => boolean
}
type Batch = { requests: HeldRequest[]; creditsLater: boolean }

/** A request and a referral code that is free. */
type Coded = { request: HeldRequest; code: string }
/** A request and a free code. `planRejoins` explains a code of null. */
type Rejoining = { request: HeldRequest; code: string | null }

/**
 * Stores a batch of requests in one transaction, as if they had come one after another. Returns the answer to each. If
 * it throws a StageError, nothing is stored, except perhaps if the cause is an UnconfirmedError.
 */
export async function storeBatch(
  { pool, draw, readKey, asksToConfirm }: Dependencies,
  { requests, creditsLater }: Batch,
): Promise<StoredOutcome[]> {
  try {
    const mustConfirm = asksToConfirm()
    const addressKey = await atStage('lookup-failed', readKey())
    return await inTransaction(pool, async (tx, commit) => {
      // The counter is locked first, which orders all joins and prevents deadlocks.
      await atStage('position-failed', lockCounter(tx))
      if (mustConfirm) {
        await atStage('insert-failed', keepRequests(tx, requests))
        return requests.map(() => KEPT)
      }
      const coded = await atStage('lookup-failed', findFreeCodes(tx, requests, draw))
      const inserted = await insertUnknown(tx, coded, { addressKey, creditsLater })
      const rest = coded.filter(({ request }) => !inserted.has(request))
      if (rest.length === 0) return requests.map((request) => inserted.get(request)!)
      const changed = await changeKnown(tx, rest, commit)
      return requests.map((request) => (inserted.get(request) ?? changed.get(request))!)
    })
  } catch (error) {
    throw toStageError(error)
  }
}

/** Codes are only given out under the counter's lock, so a free code stays free until the transaction ends. */
async function findFreeCodes(tx: Transaction, requests: HeldRequest[], draw: () => string): Promise<Coded[]> {
  const free = new Set<string>()
  while (free.size < requests.length) {
    const drawn = drawDistinct(requests.length - free.size, draw)
    const taken = await queries.findTakenCodes(tx, drawn)
    for (const code of drawn) if (!taken.has(code)) free.add(code)
  }
  const codes = [...free]
  return requests.map((request, index) => ({ request, code: codes[index]! }))
}

type InsertOptions = { addressKey: AddressKey; creditsLater: boolean }

/** Inserts people whose email is not on the list, each with the first of their requests. */
async function insertUnknown(
  tx: Transaction,
  coded: Coded[],
  { addressKey, creditsLater }: InsertOptions,
): Promise<Map<HeldRequest, JoinOutcome>> {
  const firsts = new Map(coded.toReversed().map((one) => [emailKey(one.request.email), one]))
  const newcomers = coded
    .filter((one) => firsts.get(emailKey(one.request.email)) === one)
    .map(({ request, code }) => toNewcomer(request, { code, spare_code: code }))
  const batch = { newcomers, addressKey, creditsLater }
  const entries = await insertNewcomers(tx, batch).catch((cause: unknown) => {
    throw new StageError(isNotCreated(cause) ? 'not-created' : 'insert-failed', { cause })
  })
  return new Map(entries.map((entry) => [firsts.get(emailKey(entry.email))!.request, toOutcome(entry)]))
}

/** Gives people on the list their new answers, unless they are about to be erased, and commits the transaction. */
export async function changeKnown(
  tx: Transaction,
  coded: Rejoining[],
  commit: Commit,
): Promise<Map<HeldRequest, StoredOutcome>> {
  const requests = coded.map(({ request }) => request)
  const emails = [...new Set(requests.map(({ email }) => email))]
  const submissionIds = requests.flatMap(({ submission_id }) => submission_id ?? [])
  const known = await atStage('lookup-failed', queries.findKnownEntries(tx, { emails, submissionIds }))
  const leaving = new Set(known.filter(({ is_leaving }) => is_leaving).map(({ asked }) => asked))
  const staying = coded.filter(({ request }) => !leaving.has(request.email))
  const plan = planRejoins({ coded: staying, known })
  const forms = staying.flatMap(({ request }) => (isCleanForm(request) ? request : []))
  const clean = new Set(forms.map(({ email }) => email))
  const forgiven = known.filter(({ asked, is_doubtful }) => is_doubtful && clean.has(asked)).map(({ id }) => id)
  await atStage('update-failed', forgiveForms(tx, forgiven))
  await atStage('update-failed', contest(tx, claimsOf(forms, known)))
  await together([...writePlan(tx, plan, 'rejoined'), atStage('update-failed', commit())])
  return new Map(requests.map((request) => [request, plan.answers.get(request) ?? LEAVING]))
}

/** The codes that these forms name, of people who are on the list. The person's own browser claims nothing. */
function claimsOf(forms: HeldRequest[], known: queries.KnownEntry[]): { id: string; typed: string }[] {
  const ids = new Map(known.map(({ asked, id }) => [asked, id]))
  return forms.flatMap(({ email, used_referral_code: code, holder_id }) => {
    const id = ids.get(email)!
    return code && holder_id !== id ? { id, typed: tidyReferralCode(code) } : []
  })
}

/** Sends the statements of a plan, without what follows from it. */
export function writePlan(
  tx: Transaction,
  { changed, names, revisions, codes, submissions }: RejoinPlan,
  kind: 'rejoined' | 'corrected',
): Promise<unknown>[] {
  const ids = changed.map(({ id }) => id)
  return [
    atStage('insert-failed', advanceCounter(tx, { entries: 0, updates: changed.length })),
    ...[
      recordEvents(tx, kind, ids),
      queries.changeEntries(tx, changed),
      keepNames(tx, names),
      insertRevisions(tx, revisions),
      queries.insertCodes(tx, codes),
      insertSubmissions(tx, submissions),
      dropOldest(tx, ids),
    ].map((statement) => atStage('update-failed', statement)),
  ]
}
