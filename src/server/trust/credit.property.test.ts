import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { suspect } from '../../../test/rules.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { RuleOfList } from '#shared/joining/referral-rule.ts'
import { createErasing } from '../create-erasing.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { addImportedFriends, removeImportedFriends } from './imported-friends.ts'
import { putRule, putSettingsInForce, recountAll } from './keep-rule.ts'
import { setReviews } from './review.ts'
import { confirmEntries } from './states.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

/** A friend as the rule of docs/trust.md sees them, in the order of joining. */
type Friend = {
  domain: string
  isPublic: boolean
  mailbox: string
  marked: boolean
  proven: boolean
  byKey: boolean
  decision: 'accepted' | 'rejected' | null
  /** Whether a form with another code came again while nobody had proven them. */
  contested: boolean
}

/** The rule: which of these friends of one inviter count. `most`: how many unproven ones do; null without a mail server. */
function counting<One extends Friend>(friends: One[], most: number | null): Set<One> {
  const waits = ({ contested, proven }: One) => most !== null && contested && !proven
  const free = friends.filter((one) => one.decision === null && !one.marked && !waits(one))
  const ofDomain = new Map<string, number>()
  const mailboxes = new Set<string>()
  const isSure = ({ proven, mailbox, isPublic, domain, byKey }: One) => {
    if (!proven || mailboxes.has(mailbox)) return false
    mailboxes.add(mailbox)
    const nth = (ofDomain.get(`${byKey} ${domain}`) ?? 0) + 1
    ofDomain.set(`${byKey} ${domain}`, nth)
    return isPublic || nth <= 10
  }
  const sure = new Set(free.filter(isSure))
  const others = free.filter((friend) => !sure.has(friend))
  const first = most === null ? others : others.filter(({ byKey }) => !byKey).slice(0, most)
  return new Set([...friends.filter(({ decision }) => decision === 'accepted'), ...sure, ...first])
}

const friend = fc.record({
  domain: fc.constantFrom('gmail.com', 'mail.salon.co.uk', 'duck.com'),
  box: fc.integer({ min: 0, max: 12 }),
  tag: fc.option(fc.constantFrom('a', 'b'), { freq: 4 }),
  marked: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  byKey: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  proven: fc.boolean(),
})
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 6 })

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('join' as const),
      inviter: fc.nat(),
      friends: fc.array(friend, { minLength: 1, maxLength: 14 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('prove' as const, 'mark' as const, 'leave' as const, 'return' as const),
      picks,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      picks,
      decision: fc.constantFrom('accepted' as const, 'rejected', null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('come again' as const), picks, inviter: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('say whose' as const), picks, nth: fc.nat({ max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      pick: fc.nat(),
      friends: fc.integer({ min: 1, max: 4 }),
      moves: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('take the import back' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rule' as const),
      rule: fc.record({
        places: fc.integer({ min: 0, max: 9 }),
        cap: fc.option(fc.integer({ min: 0, max: 40 })),
        bonus: fc.constantFrom(0, 3),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('most' as const), most: fc.constantFrom(null, 2, 10) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Person = Friend & {
  id: string
  email: string
  code: string
  joined: number
  inviter: Person | null
  here: boolean
  imported: number
  resting: number
  rivals: Person[]
}

test('whoever joins, proves, leaves, returns or is decided about on two servers, friends and positions follow the rule', async () => {
  await using first = await testApp()
  await using second = await testApp({ beside: first })
  await actingOwner(first)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const run = new Run([first, second])
      await run.begin()
      for (const one of steps) {
        await run.take(one)
        await run.expectSame()
      }
      // The test decides without acts.
      expect((await first.verify()).filter(({ rule }) => !rule.includes('newest act'))).toEqual([])
    }),
    { ...runs(25), endOnFailure: true },
  )
})

test('nobody has less with joins of strangers than without them', () => {
  const one = fc.record({
    domain: fc.constantFrom('a', 'b', 'gmail'),
    isPublic: fc.boolean(),
    mailbox: fc.nat({ max: 20 }).map(String),
    marked: fc.boolean(),
    proven: fc.boolean(),
    byKey: fc.boolean(),
    decision: fc.constantFrom('accepted' as const, 'rejected' as const, null, null, null),
    contested: fc.constant(false),
    isStranger: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), fc.constantFrom(null, 2, 10), (friends, most) => {
      // A domain is public or not, for everybody; a stranger presses nothing in somebody else's mailbox.
      const all = friends.map((each) => ({
        ...each,
        isPublic: each.domain === 'gmail',
        mailbox: `${each.mailbox} at ${each.domain}${each.isStranger ? ' of a stranger' : ''}`,
      }))
      const without = all.filter(({ isStranger }) => !isStranger)
      expect(counting(all, most).size).toBeGreaterThanOrEqual(counting(without, most).size)
    }),
    { numRuns: 2_000 },
  )
})

let runNumber = 0

class Run {
  readonly apps: readonly [TestApp, TestApp]
  readonly people: Person[] = []
  readonly number = (runNumber += 1)
  most: number | null = null
  rule: RuleOfList = { places: 5, cap: null, bonus: 0 }
  turn = 0
  import = crypto.randomUUID()

  constructor(apps: readonly [TestApp, TestApp]) {
    this.apps = apps
  }

  /** The rule and the people of earlier runs stay on the list. */
  async begin() {
    await this.setRule(this.rule)
    await this.take({ does: 'most', most: 10 })
    for (let one = 0; one < 3; one += 1)
      await this.join(null, {
        domain: 'gmail.com',
        box: 100 + one,
        tag: null,
        marked: false,
        byKey: false,
        proven: false,
      })
  }

  private get pool() {
    return this.apps[(this.turn += 1) % 2]!.pool
  }

  async take(step: Step) {
    const chosen =
      'picks' in step ? [...new Set(step.picks.map((pick) => this.people[pick % this.people.length]!))] : []
    const here = chosen.filter((person) => person.here)
    const ids = here.map(({ id }) => id)
    if (step.does === 'join') {
      const inviter = this.people[step.inviter % this.people.length]!
      await Promise.all(step.friends.map((friend) => this.join(inviter, friend)))
    } else if (step.does === 'prove') {
      await this.locked((tx) => confirmEntries(tx, ids))
      for (const person of here) this.prove(person, person.inviter)
    } else if (step.does === 'come again') {
      const inviter = this.people[step.inviter % this.people.length]!
      for (const person of here) await this.comeAgain(person, inviter)
    } else if (step.does === 'say whose') {
      for (const person of here) {
        const said = [person.inviter, ...person.rivals][step.nth] ?? null
        await this.locked((tx) => confirmEntries(tx, [person.id], said?.code ?? null))
        this.prove(person, said?.here ? said : person.inviter)
      }
    } else if (step.does === 'mark') {
      await this.locked((tx) => suspect(tx, ids))
      for (const person of here) person.marked = true
    } else if (step.does === 'decide') {
      const review = { rejected: step.decision === 'rejected', accepted: step.decision === 'accepted', held: false }
      await this.locked((tx) =>
        setReviews(
          tx,
          ids.map((id) => ({ id, review })),
        ),
      )
      for (const person of here) person.decision = step.decision
    } else if (step.does === 'leave') {
      const { eraseEntries } = createErasing({ dataDir: '/tmp' })
      await this.locked((tx) => eraseEntries(tx, ids))
      for (const person of here) person.here = false
    } else if (step.does === 'return') {
      for (const person of chosen) if (!person.here) await this.comeBack(person)
    } else if (step.does === 'import') {
      const person = this.people[step.pick % this.people.length]!
      if (!person.here || person.imported > 0) return
      const imported = [{ entry_id: person.id, friends: step.friends }]
      await this.locked((tx) => addImportedFriends(tx, { imported, moves: step.moves, by: this.import }))
      person.imported = step.friends
      person.resting = step.moves ? 0 : step.friends
    } else if (step.does === 'take the import back') {
      const person = this.people[step.pick % this.people.length]!
      if (!person.here) return
      await this.locked((tx) => removeImportedFriends(tx, { ids: [person.id], by: this.import }))
      person.imported = person.resting = 0
    } else if (step.does === 'rule') {
      await this.setRule(step.rule)
    } else if (step.does === 'most') {
      await putSettingsInForce(this.pool, step.most)
      await recountAll(this.pool)
      this.most = step.most
    }
  }

  private prove(person: Person, inviter: Person | null) {
    if (!person.proven) Object.assign(person, { inviter, proven: true, rivals: [], contested: false })
  }

  /** Somebody sends the form with this person's email and this inviter's code. It is clean, so it ends the marks of forms. */
  private async comeAgain(person: Person, inviter: Person) {
    if (!inviter.here) return
    const app = this.apps[(this.turn += 1) % 2]!
    await app.join({ email: person.email, used_referral_code: inviter.code })
    person.marked = false
    const isKnown = [person, person.inviter, ...person.rivals].includes(inviter)
    if (person.inviter === null || person.proven || person.decision === 'accepted' || isKnown) return
    person.rivals.push(inviter)
    person.contested = true
  }

  private async setRule(rule: RuleOfList) {
    await this.locked((tx) => putRule(tx, rule))
    await recountAll(this.pool)
    this.rule = rule
  }

  private async locked(work: (tx: Transaction) => Promise<unknown>) {
    await inTransaction(this.pool, async (tx) => {
      await lockCounter(tx)
      await work(tx)
    })
  }

  private async join(
    inviter: Person | null,
    {
      domain,
      box,
      tag,
      ...friend
    }: { domain: string; box: number; tag: string | null } & Pick<Friend, 'marked' | 'byKey' | 'proven'>,
  ) {
    const name = `p${this.number}x${box}`
    const email = `${name}${tag === null ? '' : `+${tag}`}@${domain}`
    if (this.people.some((person) => person.email === email)) return
    const person: Person = {
      ...friend,
      id: '',
      email,
      code: '',
      joined: 0,
      inviter,
      here: true,
      imported: 0,
      resting: 0,
      decision: null,
      rivals: [],
      contested: false,
      domain,
      isPublic: domain === 'gmail.com',
      mailbox: `${name}@${domain}`,
    }
    this.people.push(person)
    await this.send(person)
  }

  private async send(person: Person) {
    const used_referral_code = person.inviter?.here ? person.inviter.code : null
    const app = this.apps[(this.turn += 1) % 2]!
    const { marked, byKey, email, proven } = person
    await app.join({ email, used_referral_code, ...(marked && { website: 'https://spam.example' }) })
    const entry = await app.entry(email)
    Object.assign(person, { id: entry.id, code: entry.referral_code, joined: entry.joined_position })
    if (used_referral_code === null) person.inviter = null
    // As by a key, which the test has none of: the newcomer has not been counted as such.
    if (byKey) {
      await this.locked((tx) =>
        tx.query('update waitlist_entries set is_by_key = true, rule = coalesce(rule, 1) * 0 where id = $1', [
          person.id,
        ]),
      )
      await recountAll(this.pool)
    }
    if (proven) await this.locked((tx) => confirmEntries(tx, [person.id]))
  }

  /** Somebody who was rejected stays rejected. */
  private async comeBack(person: Person) {
    Object.assign(person, {
      here: true,
      imported: 0,
      resting: 0,
      proven: false,
      rivals: [],
      contested: false,
      decision: person.decision === 'rejected' ? 'rejected' : null,
    })
    // Whoever joined by their old code is nobody's friend any more.
    const gone = { ...person, here: false }
    for (const other of this.people) {
      if (other.inviter === person) other.inviter = gone
      other.rivals = other.rivals.map((rival) => (rival === person ? gone : rival))
    }
    await this.send(person)
  }

  async expectSame() {
    const entries = new Map(
      (
        await this.apps[0].rows(
          'select * from waitlist_entries where id = any($1)',
          this.people.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    const here = this.people.filter((person) => person.here).toSorted((one, other) => one.joined - other.joined)
    const { places, cap, bonus } = this.rule
    const expected = here.map((person) => {
      const friends =
        counting(
          here.filter(({ inviter }) => inviter === person),
          this.most,
        ).size + person.imported
      const stands =
        person.inviter !== null && person.decision !== 'rejected' && (!person.marked || person.decision === 'accepted')
      const up = (stands ? bonus : 0) + Math.min(cap ?? Infinity, places * (friends - person.resting))
      return { email: person.email, friends, position: Math.max(1, person.joined - up) }
    })
    const found = here.map(({ id, email }) => ({
      email,
      friends: entries.get(id).referrals,
      position: entries.get(id).position,
    }))
    expect(found).toEqual(expected)
  }
}
