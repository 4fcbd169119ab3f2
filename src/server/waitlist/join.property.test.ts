import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JoinRequestInput, JoinResponse } from '#shared/join.ts'
import { placeAfter } from '../../../test/place-after.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

/** One request of a round; the requests of a round are sent at once, spread over two servers. */
type Step = {
  server: 0 | 1
  email: string
  /** Which code to use: one of those handed out so far, by index, or one that is nobody's. */
  code: { known: number } | { unknown: string } | null
  changeCase: boolean
  business_name: string
  website: boolean
  /** Sends an earlier request once more, to the letter. */
  retry: number | null
}

const step: fc.Arbitrary<Step> = fc.record({
  server: fc.constantFrom(0, 1),
  email: fc.integer({ min: 1, max: 12 }).map((index) => `p${index}@example.com`),
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

type Answered = { email: string; request: JoinRequestInput; status: number; body: JoinResponse }

/** The waitlist as a few maps. */
class Model {
  readonly entries = new Map<string, { joined: number; friends: number; names: Set<string> }>()
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

  /** Takes what a round was answered. The codes that it handed out could not be used in it. */
  take(round: Answered[]) {
    const codesBefore = new Map(this.owner)
    const highest = new Map([...this.entries.keys()].map((email) => [email, this.position(email)]))
    const fresh = round.filter((answered) => this.isFresh(answered))
    for (const { email, request, status, body } of fresh) {
      if (status === 201) this.addEntry(email, request, { body, codesBefore })
    }
    for (const { email, body } of fresh) {
      expect(this.entries.has(email)).toBe(true)
      // Friends of this round may have come before it or after.
      expect(body.position).toBeGreaterThanOrEqual(this.position(email))
      expect(body.position).toBeLessThanOrEqual(highest.get(email) ?? this.entries.get(email)!.joined)
      expect(this.owner.get(body.referral_code) ?? email).toBe(email)
      this.owner.set(body.referral_code, email)
    }
    for (const [email, requests] of Map.groupBy(fresh, (answered) => answered.email)) {
      this.entries.get(email)!.names = new Set(requests.map(({ request }) => request.business_name))
    }
  }

  /** False for a retry, whose answer must be that of the first time. */
  private isFresh({ request, status, body }: Answered): boolean {
    const answer = JSON.stringify({ status, ...body })
    const earlier = this.answered.get(request.submission_id!)
    if (earlier !== undefined) expect(answer).toBe(earlier)
    this.answered.set(request.submission_id!, answer)
    return earlier === undefined
  }

  private addEntry(
    email: string,
    { used_referral_code, website }: JoinRequestInput,
    { body, codesBefore }: { body: JoinResponse; codesBefore: Map<string, string> },
  ) {
    expect(this.entries.has(email)).toBe(false)
    this.entries.set(email, { joined: body.position, friends: 0, names: new Set() })
    const referrer = codesBefore.get(used_referral_code?.trim().toUpperCase() ?? '')
    if (!referrer || website) return
    this.creditedBy.set(email, referrer)
    this.entries.get(referrer)!.friends += 1
  }
}

/** Refuses the one statement for newcomers, so that everybody joins step by step. */
const REFUSE_ONE_STATEMENT = `
  create function refuse() returns trigger language plpgsql as $$ begin
    if current_query() like '%insert into entry_listing%' then raise 'refused'; end if;
    return new;
  end $$;
  create trigger refuse before insert on waitlist_entries for each row execute function refuse()`

test('whatever people do at once, on two servers, the list is what a plain model says it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 16 }), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (rounds, isRefused) => {
        await using first = await testApp()
        await using second = await testApp({ beside: first })
        if (isRefused) await first.rows(REFUSE_ONE_STATEMENT)
        const model = new Model()
        for (const steps of rounds) {
          const requests = steps.map((one) => ({ server: one.server, request: model.request(one) }))
          const answers = await Promise.all(
            requests.map(async ({ server, request }) => {
              const { status, body } = await [first, second][server]!.post(request)
              return { email: request.email.trim().toLowerCase(), request, status, body }
            }),
          )
          model.take(answers)
          await expectSame(first, model)
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
}, 180_000)

async function expectSame(app: TestApp, model: Model) {
  const rows = await app.rows('select email, position, joined_position, referrals, business_name from waitlist_entries')
  expect(rows.map(({ email }) => email).sort()).toEqual([...model.entries.keys()].sort())
  for (const { email, ...row } of rows) {
    const { joined, friends, names } = model.entries.get(email)!
    expect(row).toMatchObject({ joined_position: joined, referrals: friends, position: model.position(email) })
    expect(names).toContain(row.business_name)
  }
  const credits = await app.rows(`select f.email as friend, r.email as referrer from credits c
    join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id where state = 'counted'`)
  expect(new Map(credits.map(({ friend, referrer }) => [friend, referrer]))).toEqual(model.creditedBy)
  const jobs = await app.jobs('fan-out')
  const emails = new Map((await app.rows('select id, email from waitlist_entries')).map(({ id, email }) => [id, email]))
  expect(new Set(jobs.flatMap(({ joined }) => joined.map(({ entry_id }) => emails.get(entry_id))))).toEqual(
    new Set(model.entries.keys()),
  )
  const notified = jobs.flatMap(({ credited }) => credited)
  expect(notified).toHaveLength(model.creditedBy.size)
  expect(new Map(notified.map((one) => [emails.get(one.friend_id), emails.get(one.entry_id)]))).toEqual(
    model.creditedBy,
  )
  const codes = await app.rows('select code, email from referral_codes join waitlist_entries e on e.id = entry_id')
  expect(new Map(codes.map(({ code, email }) => [code, email]))).toEqual(model.owner)
  for (const { rule, offending } of await app.verify()) expect({ rule, offending }).toEqual({ rule, offending: [] })
}
