import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Answers, keepUnasked } from '#shared/site/questions.ts'
import { underVersion } from '#shared/site/site.ts'
import {
  MAX_CHANGES_PER_DAY,
  MAX_CODES_PER_ENTRY,
  MAX_OWN_CHANGES_PER_DAY,
  MAX_REVISIONS_PER_ENTRY,
} from '#shared/joining/joining-again.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { recordEvents } from '../people/events/record-events.ts'
import { countUpdates, PRIVACY_TEXT } from '../listing/rows/counter.ts'
import { ADDRESSES, holderOf, toAddresses } from '../people/addresses/email-keys.ts'
import { ANSWER_RECORD, ANSWERS_AS_JSON, pickAnswers, setAnswersFrom } from '../people/answer-columns.ts'
import { forgiveForms, isCleanForm } from '../trust/marks.ts'
import { contest } from '../trust/states.ts'
import { type FullName, keepNames } from './change-entry.ts'
import { atStage, type HeldRequest, type JoinOutcome, LEAVING, type StoredOutcome } from './waiting.ts'
import { together, type Transaction } from '../db/query.ts'

type Submission = { submission_id: string; position: number; referral_code: string; is_new: boolean }

type KnownEntry = {
  id: string
  asked: string
  position: number
  newest_code: string
  code_count: number
  answers: Answers
  submissions: Submission[]
  recent_changes: number
  /** From a browser that held no token of the entry. */
  is_unproven: boolean
  is_leaving: boolean
  is_doubtful: boolean
}

const RECENT_CHANGES = `select changed from unnest(recent_changes) as changed where changed > now() - interval '24 hours'`

type Asked = { email: string; submission_id?: string | undefined }

export async function findKnown(tx: Transaction, asked: Asked[]): Promise<KnownEntry[]> {
  const emails = [...new Set(asked.map(({ email }) => email))]
  const { rows } = await tx.query<KnownEntry>(
    `select id, t.email as asked, position, newest_code, code_count,
       ${ANSWERS_AS_JSON} as answers,
       coalesce((select json_agg(s) from (
           select e.submission_id, coalesce(e.answered_position, e.joined_position) as position, e.referral_code, true as is_new
           where e.submission_id = any($3)
           union all
           select c.submission_id, c.position, c.code, false from referral_codes c
           where c.entry_id = e.id and c.submission_id = any($3)) as s), '[]') as submissions,
       (select count(*)::int from (${RECENT_CHANGES}) as recent) as recent_changes,
       is_unproven, is_doubtful, leaving_at is not null as is_leaving
     from ${ADDRESSES} join waitlist_entries e on e.id = ${holderOf('t')}`,
    [...toAddresses(emails), asked.flatMap(({ submission_id }) => submission_id ?? [])],
  )
  return rows
}

/** Without a code, the request is proven to come from the person: no limit of the day, and no new code. */
type Coded = { request: HeldRequest; code: string | null }
type Facts = { coded: Coded[]; known: KnownEntry[] }

type Plan = {
  answers: Map<HeldRequest, JoinOutcome>
  changed: Person[]
  revisions: { id: string; entry_id: string; answers: Answers; is_unproven: boolean }[]
  /** New codes, or the newest one if there is none, with the last submission. */
  codes: Map<string, { code: string; entry_id: string; submission_id?: string | undefined; position: number }>
  names: FullName[]
}

/** `reads_privacy`: the form has the link to the privacy page. */
type Person = KnownEntry & { changes: number; full_name: string; is_name_unproven: boolean; reads_privacy: boolean }

/** As if each had its own transaction. */
export function planRejoins({ coded, known }: Facts): Plan {
  const first = { changes: 0, full_name: '', is_name_unproven: false, reads_privacy: false }
  const people = new Map(known.map((entry): [string, Person] => [entry.id, { ...entry, ...first }]))
  const idOf = new Map(known.map(({ asked, id }) => [asked, id]))
  const plan: Plan = { answers: new Map(), changed: [], revisions: [], codes: new Map(), names: [] }
  for (const one of coded)
    plan.answers.set(one.request, joinAgain(people.get(idOf.get(one.request.email)!)!, one, plan))
  plan.changed = [...people.values()].filter(({ changes }) => changes > 0)
  plan.names = plan.changed.flatMap(({ id: entry_id, full_name, is_name_unproven }) =>
    full_name === '' ? [] : { entry_id, full_name, is_unproven: is_name_unproven },
  )
  return plan
}

/** Beyond the day's changes, a request is answered but changes nothing. */
function joinAgain(person: Person, { request, code }: Coded, plan: Plan): JoinOutcome {
  const { id: entry_id } = person
  const earlier = person.submissions.find(({ submission_id }) => submission_id === request.submission_id)
  if (earlier) {
    const { position, referral_code, is_new } = earlier
    return { entry_id, position, referral_code, is_new, is_inserted: false }
  }
  const isTheirs = isProven(person, { request, code })
  const most = isTheirs ? MAX_OWN_CHANGES_PER_DAY : MAX_CHANGES_PER_DAY
  const mayChange = code === null || person.recent_changes + person.changes < most
  if (mayChange) change(person, { request, code, plan, isTheirs })
  const answer = { position: person.position, referral_code: person.newest_code, is_new: false }
  if (mayChange) {
    const { submission_id } = request
    if (submission_id !== undefined) person.submissions.push({ submission_id, ...answer })
    const isNew = !plan.codes.has(person.newest_code) && person.newest_code === code
    if (isNew || submission_id !== undefined)
      plan.codes.set(person.newest_code, {
        code: person.newest_code,
        entry_id,
        submission_id,
        position: person.position,
      })
  }
  return { entry_id, ...answer, is_inserted: false }
}

function change(person: Person, { request, code, plan, isTheirs }: Coded & { plan: Plan; isTheirs: boolean }) {
  const { id: entry_id } = person
  const answers = underVersion(request.site_version, () => keepUnasked(person.answers, pickAnswers(request)))
  if (!isDeepStrictEqual(answers, person.answers)) {
    const { answers: replaced, is_unproven } = person
    plan.revisions.push({ id: randomUUIDv7(), entry_id, answers: replaced, is_unproven })
    person.answers = answers
    person.is_unproven = true
  }
  if (isTheirs) person.is_unproven = false
  if (code !== null && person.code_count < MAX_CODES_PER_ENTRY) {
    person.newest_code = code
    person.code_count += 1
  }
  if (code !== null) person.reads_privacy = true
  person.full_name = request.full_name
  person.is_name_unproven = !isTheirs
  person.changes += 1
}

/**
 * A token from joining proves nothing once somebody without a token has changed the entry: that may have been the owner
 * of the address.
 */
function isProven({ id, is_unproven }: Person, { request, code }: Coded): boolean {
  if (code === null) return true
  return request.holder_id === id && !(request.is_from_joining && is_unproven)
}

/** A clean form ends the marks of an earlier one, which a stranger may have sent. */
export async function planJoiningAgain(tx: Transaction, { coded, known }: Facts): Promise<Plan> {
  const leaving = new Set(known.filter(({ is_leaving }) => is_leaving).map(({ asked }) => asked))
  const staying = coded.filter(({ request }) => !leaving.has(request.email))
  const forms = staying.flatMap(({ request }) => (isCleanForm(request) ? request : []))
  const clean = new Set(forms.map(({ email }) => email))
  const forgiven = known.filter(({ asked, is_doubtful }) => is_doubtful && clean.has(asked)).map(({ id }) => id)
  await atStage('update-failed', forgiveForms(tx, forgiven))
  await atStage('update-failed', contest(tx, claimsOf(forms, known)))
  return planRejoins({ coded: staying, known })
}

/** The person's own browser claims nothing. */
function claimsOf(forms: HeldRequest[], known: KnownEntry[]): { id: string; typed: string }[] {
  const ids = new Map(known.map(({ asked, id }) => [asked, id]))
  return forms.flatMap(({ email, used_referral_code: code, holder_id }) => {
    const id = ids.get(email)!
    return code && holder_id !== id ? { id, typed: tidyReferralCode(code) } : []
  })
}

export async function joinAgainConfirmed(tx: Transaction, request: HeldRequest): Promise<StoredOutcome> {
  const known = await findKnown(tx, [request])
  const plan = await planJoiningAgain(tx, { coded: [{ request, code: null }], known })
  await together(writePlan(tx, plan, 'rejoined'))
  return plan.answers.get(request) ?? LEAVING
}

export function writePlan(
  tx: Transaction,
  { changed, names, revisions, codes }: Plan,
  kind: 'rejoined' | 'corrected',
): Promise<unknown>[] {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  return [
    atStage('insert-failed', countUpdates(tx, changed.length)),
    ...[
      recordEvents(tx, kind, ids),
      changeEntries(tx, changed),
      keepNames(tx, names),
      insertRevisions(tx, revisions),
      keepCodes(tx, [...codes.values()]),
      dropOldest(tx, ids),
    ].map((statement) => atStage('update-failed', statement)),
  ]
}

async function changeEntries(tx: Transaction, changed: Person[]): Promise<void> {
  await tx.query(
    `update waitlist_entries e set ${setAnswersFrom('t')}, newest_code = t.newest_code,
       code_count = t.code_count, recent_changes = array(${RECENT_CHANGES}) || array_fill(now(), array[t.changes]),
       is_unproven = t.is_unproven, is_quiet = false,
       privacy_version = case when t.reads_privacy then ${PRIVACY_TEXT}::text else e.privacy_version end,
       updated_at = now()
     from json_to_recordset($1) as t (id uuid, newest_code text, code_count smallint, ${ANSWER_RECORD}, changes integer,
       is_unproven boolean, reads_privacy boolean)
     where e.id = t.id`,
    [JSON.stringify(changed.map(({ answers, ...entry }) => ({ ...entry, ...answers })))],
  )
}

async function insertRevisions(tx: Transaction, revisions: Plan['revisions']): Promise<void> {
  if (revisions.length === 0) return
  await tx.query(
    `insert into entry_revisions (id, entry_id, answers, is_unproven)
     select * from json_to_recordset($1) as t (id uuid, entry_id uuid, answers jsonb, is_unproven boolean)`,
    [JSON.stringify(revisions)],
  )
}

async function keepCodes(tx: Transaction, codes: object[]): Promise<void> {
  if (codes.length === 0) return
  await tx.query(
    `insert into referral_codes (code, entry_id, submission_id, position)
     select code, entry_id, submission_id, case when submission_id is not null then position end
     from json_to_recordset($1) as t (code text, entry_id uuid, submission_id text, position integer)
     on conflict (code) do update set submission_id = excluded.submission_id, position = excluded.position`,
    [JSON.stringify(codes)],
  )
}

async function dropOldest(tx: Transaction, entryIds: string[]): Promise<void> {
  await tx.query(
    `delete from entry_revisions where id in (
       select id from (
         select id, row_number() over (partition by entry_id order by replaced_at desc, id desc) as place
         from entry_revisions where entry_id = any($1)) as newest_first
       where place > ${MAX_REVISIONS_PER_ENTRY})`,
    [entryIds],
  )
}
