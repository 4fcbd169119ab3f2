import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { runs } from '../../../test/runs.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { followWithin } from '../people/events/follow-log.ts'
import { checkInvariants } from '../operations/invariants.ts'
import { inTransaction } from '../db/query.ts'
import { onOwnClient } from '../db/pool.ts'
import { LISTING } from '../listing/log/catch-up.ts'

/** One request of a round. All requests of a round are sent at once, spread over two servers. */
type Step = {
  server: 0 | 1
  email: string
  /** The code to use: one that was given out before, by index, or one that belongs to nobody. */
  code: { known: number } | { unknown: string } | null
  changeCase: boolean
  business_name: string
  website: boolean
  /** Sends an earlier request again, unchanged. */
  retry: number | null
}

/**
 * A day may pass before the requests. During the requests, server 0 or 1 follows the log, none does, or one follows it
 * in a transaction that is rolled back.
 */
type Round = { dayPasses: boolean; follows: 0 | 1 | 'nobody' | 'frozen'; steps: Step[] }

const step: fc.Arbitrary<Step> = fc.record({
  server: fc.constantFrom(0, 1),
  // The address p1 joins again far more often than the others.
  email: fc
    .oneof(fc.integer({ min: 1, max: 12 }), { weight: 1, arbitrary: fc.constant(1) })
    .map((index) => `p${index}@example.com`),
  code: fc.option(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ known: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ unknown: fc.constantFrom('nobody', "o'neil", '💈') }) },
    ),
  ),
  changeCase: fc.boolean(),
  business_name: fc.constantFrom('The Corner Chair', 'Nails by Noor', 'Sharp & Sons'),
  website: fc.integer({ min: 0, max: 9 }).map((index) => index === 0),
  retry: fc.option(fc.nat(), { freq: 5 }),
})

const round: fc.Arbitrary<Round> = fc.record({
  dayPasses: fc.boolean(),
  follows: fc.constantFrom(0 as const, 1 as const, 'nobody' as const, 'frozen' as const),
  steps: fc.array(step, { minLength: 1, maxLength: 16 }),
})

type Answered = { email: string; request: JoinRequestInput; status: number; body: JoinResponse }

/** The server's record of earlier requests: their ids, and the newest code of each email. */
type Remembered = { submissions: Set<string>; newestCodes: Map<string, string> }

type ModelEntry = {
  joined: number
  friends: number
  names: Set<string>
  changes: number
  changesToday: number
  /** The referrer whose credit is held, because the hidden field was filled in when the person joined. */
  heldFor: string | null
}

/** A model of the waitlist, kept in maps. */
class Model {
  readonly entries = new Map<string, ModelEntry>()
  readonly owner = new Map<string, string>()
  readonly creditedBy = new Map<string, string>()
  readonly sent: JoinRequestInput[] = []
  readonly answered = new Map<string, string>()

  position(email: string): number {
    const { joined, friends } = this.entries.get(email)!
    return placeAfter(joined, friends)
  }

  request({ email, code, changeCase, business_name, website, retry }: Step): JoinRequestInput {
    if (retry !== null && this.sent.length > 0) return this.sent[retry % this.sent.length]!
    const known = [...this.owner.keys()]
    const used = code === null ? null : 'unknown' in code ? code.unknown : known[code.known % known.length]
    const request = joinRequest({
      email: changeCase ? ` ${email.toUpperCase()}` : email,
      business_name,
      used_referral_code: changeCase ? used?.toLowerCase() : used,
      website: website ? 'https://spam.example' : undefined,
      submission_id: crypto.randomUUID(),
    })
    this.sent.push(request)
    return request
  }

  letDayPass() {
    for (const entry of this.entries.values()) entry.changesToday = 0
  }

  /** Adds the answers of a round. Codes given out in a round could not be used in it. */
  take(round: Answered[], { submissions, newestCodes }: Remembered) {
    const codesBefore = new Map(this.owner)
    const highest = new Map([...this.entries.keys()].map((email) => [email, this.position(email)]))
    const fresh = round.filter((answered) => this.isFresh(answered, submissions))
    for (const { email, request, status, body } of fresh) {
      if (status === 201) this.addEntry(email, request, { body, codesBefore })
    }
    for (const { email, request, status } of round)
      if (status === 200 && !request.website) this.credit(email, this.entries.get(email)!.heldFor)
    for (const { email, body } of fresh) {
      expect(this.entries.has(email)).toBe(true)
      // Friends in this round may have joined before or after this request.
      expect(body.position).toBeGreaterThanOrEqual(this.position(email))
      expect(body.position).toBeLessThanOrEqual(highest.get(email) ?? this.entries.get(email)!.joined)
      expect(this.owner.get(body.referral_code) ?? email).toBe(email)
      this.owner.set(body.referral_code, email)
    }
    for (const [email, requests] of Map.groupBy(fresh, (answered) => answered.email)) {
      this.change(email, requests, { submissions, newestCode: newestCodes.get(email)! })
    }
    for (const id of this.answered.keys()) if (!submissions.has(id)) this.answered.delete(id)
  }

  /** Joining again changes an entry at most five times a day, and the server does not record refused changes. */
  private change(
    email: string,
    requests: Answered[],
    { submissions, newestCode }: { submissions: Set<string>; newestCode: string },
  ) {
    const entry = this.entries.get(email)!
    const [taken, refused] = partition(requests, ({ request }) => submissions.has(request.submission_id!))
    const sent = new Set(requests.map(({ request }) => request.submission_id)).size
    const joined = requests.some(({ status }) => status === 201) ? 1 : 0
    const changes = Math.min(sent - joined, 5 - entry.changesToday)
    expect(taken).toHaveLength(joined + changes)
    for (const { status, body } of refused) {
      expect({ status, code: body.referral_code }).toEqual({ status: 200, code: newestCode })
    }
    entry.changes += changes
    entry.changesToday += changes
    if (taken.length > 0) entry.names = new Set(taken.map(({ request }) => String(request.business_name)))
  }

  /** False for a retry of a recorded request, whose answer must equal the first one. */
  private isFresh({ request, status, body }: Answered, submissions: Set<string>): boolean {
    const answer = JSON.stringify({ status, ...body })
    const earlier = this.answered.get(request.submission_id!)
    if (earlier !== undefined) expect(answer).toBe(earlier)
    if (submissions.has(request.submission_id!)) this.answered.set(request.submission_id!, answer)
    return earlier === undefined
  }

  private addEntry(
    email: string,
    { used_referral_code, website }: JoinRequestInput,
    { body, codesBefore }: { body: JoinResponse; codesBefore: Map<string, string> },
  ) {
    expect(this.entries.has(email)).toBe(false)
    const referrer = codesBefore.get(used_referral_code?.trim().toUpperCase() ?? '') ?? null
    const heldFor = website ? referrer : null
    this.entries.set(email, {
      joined: body.position,
      friends: 0,
      names: new Set(),
      changes: 0,
      changesToday: 0,
      heldFor,
    })
    if (!website) this.credit(email, referrer)
  }

  private credit(email: string, referrer: string | null) {
    if (referrer === null) return
    this.entries.get(email)!.heldFor = null
    this.creditedBy.set(email, referrer)
    this.entries.get(referrer)!.friends += 1
  }
}

/** Refuses two newcomers in one statement, so that batches are halved until each request is alone. */
const REFUSE_BATCHES = `
  create function refuse() returns trigger language plpgsql as $$ begin
    if (select count(*) > 1 from fresh) then raise 'refused' using errcode = 'check_violation'; end if;
    return null;
  end $$;
  create trigger refuse after insert on waitlist_entries referencing new table as fresh
    for each statement execute function refuse()`

test('whatever people do at once on two servers, the list matches a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), fc.boolean(), async (rounds, isRefused) => {
      await using first = await testApp()
      await using second = await testApp({ beside: first })
      if (isRefused) await first.rows(REFUSE_BATCHES)
      const model = new Model()
      let days = 0
      for (const { dayPasses, follows, steps } of rounds) {
        // Nobody gets the most codes: beyond that, only the newest submission is remembered.
        if (dayPasses && days < 2) {
          days += 1
          await first.aDayPasses()
          model.letDayPass()
        }
        const requests = steps.map((one) => ({ server: one.server, request: model.request(one) }))
        const done = Promise.withResolvers<void>()
        const following = follow([first, second], follows, done.promise)
        const answers = await Promise.all(
          requests.map(async ({ server, request }) => {
            const { status, body } = await [first, second][server]!.post(request)
            return { email: request.email.trim().toLowerCase(), request, status, body }
          }),
        )
        done.resolve()
        await following
        expect(await verifyAsItIs(first)).toEqual([])
        model.take(answers, await remembered(first))
        await expectSame(first, model)
      }
    }),
    { ...runs(30), endOnFailure: true },
  )
})

/** Follows the log on a server. `frozen`: in a transaction that stays open during the requests and is rolled back. */
async function follow(apps: TestApp[], by: Round['follows'], requestsAreDone: Promise<void>): Promise<void> {
  if (by === 'nobody') return
  if (by !== 'frozen') return apps[by]!.list()
  const frozen = inTransaction(apps[0]!.pool, async (tx) => {
    await followWithin(tx, LISTING)
    await requestsAreDone
    throw new Error('frozen')
  })
  await expect(frozen).rejects.toThrow('frozen')
}

/** Checks the invariants without listing entries first, as `npm run verify` does. */
async function verifyAsItIs({ database }: TestApp) {
  const verdicts = await onOwnClient(database.connection, checkInvariants)
  return verdicts.filter(({ offending }) => offending.length > 0)
}

async function remembered(app: TestApp): Promise<Remembered> {
  const submissions = await app.rows(
    'select submission_id from waitlist_entries union all select submission_id from referral_codes where submission_id is not null',
  )
  const entries = await app.rows('select email, newest_code from waitlist_entries')
  return {
    submissions: new Set(submissions.map(({ submission_id }) => submission_id)),
    newestCodes: new Map(entries.map(({ email, newest_code }) => [email, newest_code])),
  }
}

function partition<Item>(items: Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}

async function expectSame(app: TestApp, model: Model) {
  const rows = await app.rows('select email, position, joined_position, referrals, business_name from waitlist_entries')
  expect(rows.map(({ email }) => email).sort()).toEqual([...model.entries.keys()].sort())
  for (const { email, ...row } of rows) {
    const { joined, friends, names } = model.entries.get(email)!
    expect(row).toMatchObject({ joined_position: joined, referrals: friends, position: model.position(email) })
    expect(names).toContain(row.business_name)
  }
  const kept =
    await app.rows(`select email, 1 + (select count(submission_id)::int from referral_codes where entry_id = id) as submissions,
    (select count(*)::int from referral_codes where entry_id = id) as codes from waitlist_entries`)
  for (const { email, ...counts } of kept) {
    const most = Math.min(20, 1 + model.entries.get(email)!.changes)
    expect({ email, ...counts }).toEqual({ email, submissions: most, codes: most })
  }
  const credits = await app.rows(`select f.email as friend, r.email as referrer from waitlist_entries f
    join waitlist_entries r on r.id = f.inviter_id where f.counts`)
  expect(new Map(credits.map(({ friend, referrer }) => [friend, referrer]))).toEqual(model.creditedBy)
  const welcomed = await app.waiting('send-waitlist-email')
  const emails = new Map((await app.rows('select id, email from waitlist_entries')).map(({ id, email }) => [id, email]))
  expect(new Set(welcomed.map(({ subject }) => emails.get(subject)))).toEqual(new Set(model.entries.keys()))
  const notified = await app.waiting('send-referral-notification')
  expect(notified).toHaveLength(model.creditedBy.size)
  expect(new Map(notified.map((one) => [emails.get(one.friend_id), emails.get(one.subject)]))).toEqual(model.creditedBy)
  const codes = await app.rows('select code, email from referral_codes join waitlist_entries e on e.id = entry_id')
  expect(new Map(codes.map(({ code, email }) => [code, email]))).toEqual(model.owner)
  for (const { rule, offending } of await app.verify()) expect({ rule, offending }).toEqual({ rule, offending: [] })
}
