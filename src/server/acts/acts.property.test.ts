import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import {
  ActModel,
  ERASURE,
  isDoubtful,
  type ModelAct,
  type ModelPerson,
  MOST_UNPROVEN,
} from '../../../test/act-model.ts'
import { type ActingOwner, actingOwner } from '../../../test/people/acting-owner.ts'
import { putSettingsInForce, recountAll } from '../trust/keep-rule.ts'
import { WHY } from '../people/why.ts'
import { clear, suspect } from '../../../test/rules.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { confirmEntries } from '../trust/states.ts'
import { lockAndReadCounter } from '../listing/rows/counter.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { inTransaction } from '../db/query.ts'

/** People, acts and codes are picked by numbers, from those that exist when the step runs. */
type Step = { server: 0 | 1 } & (
  | { does: 'join'; code: number | null; isSuspect: boolean }
  | { does: 'act'; act: PlannedAct; picks: number[] }
  | { does: 'undo'; act: number }
)
type PlannedAct = { kind: ModelAct['kind']; tag: string; remove: boolean }

/** An event without concurrent ones: an act on a selection, or a decision about some people. */
type Event =
  | { does: 'act'; act: PlannedAct; select: 'all' | 'code' | 'group' | 'nobody'; pick: number }
  | { does: 'confirm' | 'suspect' | 'trust'; picks: number[] }

/** The outcome of an act: the entries that it changed, and its place in the order of all changes. */
type Done = { applied: number; changed: string[] }

/** `take` does the same in the model, and returns how many entries an act changes. */
type Sent = { id: string | null; take: (done: Done) => number }

const server = fc.constantFrom(0 as const, 1 as const)
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
const act: fc.Arbitrary<PlannedAct> = fc.record({
  kind: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('tag' as const, 'note', 'reject', 'accept', 'hold') },
    { weight: 1, arbitrary: fc.constant('erase' as const) },
  ),
  tag: fc.constantFrom('vip', 'salon'),
  remove: fc.boolean(),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('join' as const),
      server,
      code: fc.option(fc.nat()),
      isSuspect: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('act' as const), server, act, picks }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), server, act: fc.nat() }) },
)

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    does: fc.constant('act' as const),
    act,
    select: fc.constantFrom('all', 'code', 'group', 'nobody'),
    pick: fc.nat(),
  }),
  fc.record({ does: fc.constantFrom('confirm', 'suspect', 'trust'), picks }),
)

const rounds = fc.array(fc.record({ steps: fc.array(step, { maxLength: 8 }), event: fc.option(event) }), {
  minLength: 2,
  maxLength: 8,
})

test('whatever owners, rules and people decide at once on two servers, the list matches a plain model', async () => {
  await using first = await testApp({ columns: {} })
  await using second = await testApp({ beside: first })
  const owners = [await actingOwner(first), await actingOwner(second)] as const
  const apps = [first, second] as const
  await putSettingsInForce(first.pool, MOST_UNPROVEN)
  await recountAll(first.pool)
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      const run = new Run(apps, owners)
      await run.together([{ does: 'join', server: 0, code: null, isSuspect: false }])
      for (const { steps, event } of rounds) {
        await run.together(steps)
        if (event) await run.alone(event)
        await run.expectSame()
      }
      const broken = await first.verify()
      expect(broken).toEqual([])
    }),
    { ...runs(30), endOnFailure: true },
  )
})

/** One run, with people of its own on the list that all runs share. */
class Run {
  readonly model = new ActModel()
  readonly name = crypto.randomUUID()
  readonly apps: readonly [TestApp, TestApp]
  readonly owners: readonly [ActingOwner, ActingOwner]

  constructor(apps: readonly [TestApp, TestApp], owners: readonly [ActingOwner, ActingOwner]) {
    this.apps = apps
    this.owners = owners
  }

  /** Sends all steps at once, and replays the acts in the order in which they changed something. */
  async together(steps: Step[]) {
    const sent = (await Promise.all(steps.map((step) => this.send(step)))).filter((one) => one !== null)
    const acts = sent.flatMap(({ id, take }) => (id === null ? [] : { id, take }))
    const order = await this.readDone(acts.map(({ id }) => id))
    const changing = acts.filter(({ id }) => order.has(id))
    for (const { id, take } of changing.toSorted(
      (one, other) => order.get(one.id)!.applied - order.get(other.id)!.applied,
    ))
      expect(take(order.get(id)!)).toBe((await this.owners[0].detail(id)).changed)
    for (const { id, take } of sent) if (id === null) take({ applied: 0, changed: [] })
  }

  private async send(step: Step): Promise<Sent | null> {
    if (step.does === 'join') return { id: null, take: await this.join(step) }
    if (step.does === 'act') {
      const ids = this.pick(step.picks)
      const id = await this.owners[step.server].beginAct({ ...toBody(step.act), select: { ids } })
      // An erasure leaves people with a concurrent note to a job, and no job runs here.
      const idsOf = ({ changed }: Done) => (step.act.kind === 'erase' ? changed : ids)
      return { id, take: (done) => this.carryOut(id, step.act, { ids: idsOf(done), applied: done.applied }) }
    }
    const undone = this.model.acts[step.act % Math.max(1, this.model.acts.length)]
    if (!undone) return null
    const answer = await this.owners[step.server].post(`/api/admin/acts/${undone.id}/undo`)
    // Nothing may be left to undo, and an erasure and an undo are never undone.
    if (answer.statusCode === 409) return null
    expect(answer.statusCode).toBe(202)
    const id: string = answer.json().act_id
    return { id, take: ({ applied }) => this.model.undo(undone, { id, applied }) }
  }

  /** Signs up a person. Returns a function that adds the person to the model. */
  async join({ server, code, isSuspect }: Omit<Step & { does: 'join' }, 'does'>): Promise<() => number> {
    const people = [...this.model.people.values()]
    const referrer = code === null ? null : (people[code % Math.max(1, people.length)] ?? null)
    const email = `${crypto.randomUUID()}@${this.name}.example`
    const website = isSuspect ? 'https://spam.example' : undefined
    const joined = await this.apps[server].join({ email, used_referral_code: referrer?.code, website })
    const { id } = await this.apps[server].entry(email)
    const [entry] = await this.apps[server].rows('select inviter_id from waitlist_entries where id = $1', id)
    const credited: string | null = entry.inviter_id
    const person = { id, joined: joined.position, code: joined.referral_code, referrer: credited }
    return () => {
      // The owner of a code may be erased meanwhile.
      if (!referrer?.isErased) expect(credited).toBe(referrer?.id ?? null)
      return this.model.join(person, { isSuspect })
    }
  }

  async alone(event: Event) {
    if (event.does === 'act') return this.actAlone(event)
    const people = this.pick(event.picks)
      .map((id) => this.model.people.get(id)!)
      .filter(({ isErased }) => !isErased)
    const ids = people.map(({ id }) => id)
    await inTransaction(this.apps[0].pool, async (tx) => {
      await lockAndReadCounter(tx)
      await DECISIONS[event.does](tx, ids)
    })
    for (const person of people) {
      if (event.does === 'confirm') Object.assign(person, { hasConfirmed: true })
      if (event.does === 'suspect') person.isMarked = true
      if (event.does === 'trust') person.isMarked = false
    }
  }

  private async actAlone({ act, select, pick }: Event & { does: 'act' }) {
    const people = [...this.model.people.values()]
    const { id: group, code } = people[pick % people.length]!
    const isLiving = ({ isErased }: ModelPerson) => !isErased
    const friends = this.model.friendsOf(group)
    const selections = {
      all: { body: { filters: { range: 'all', q: this.name } }, chosen: people.filter(isLiving) },
      nobody: { body: { filters: { range: 'all', q: `no ${this.name}` } }, chosen: [] },
      code: { body: { code }, chosen: friends },
      group: {
        body: { friends: { inviter: group } },
        chosen: friends.filter(({ review }) => !review.rejected && !review.accepted),
      },
    }
    const { body, chosen } = selections[select]
    const request = { ...toBody(act), select: body }
    const [, owner] = this.owners
    const preview = (await owner.post('/api/admin/acts/preview', request)).json()
    const done = await owner.act(request)
    const ids = chosen.map(({ id }) => id)
    const applied = (await this.readDone([done.id])).get(done.id)?.applied ?? 0
    const changed = this.carryOut(done.id, act, { ids, applied })
    const expected = { total: ids.length, changed, unchanged: ids.length - changed }
    expect(done).toMatchObject({ ...expected, skipped: 0 })
    expect(preview).toMatchObject({ ...expected, skipped: [] })
  }

  private carryOut(id: string, { kind, tag, remove }: PlannedAct, order: { ids: string[]; applied: number }): number {
    const facets = { tag: `tag:${tag}`, note: `note:${id}` }
    const facet = kind === 'tag' || kind === 'note' ? facets[kind] : kind === 'erase' ? ERASURE : 'review'
    return this.model.carryOut({ id, kind, facet, gives: kind !== 'tag' || !remove }, order)
  }

  private pick(numbers: number[]): string[] {
    const ids = [...this.model.people.keys()]
    return [...new Set(numbers.map((number) => ids[number % ids.length]!))]
  }

  /** The outcomes of these acts, without those that changed nothing. */
  private async readDone(ids: string[]): Promise<Map<string, Done>> {
    const rows = await this.apps[0].rows(
      `select act_id, min(applied)::int as applied, array_agg(entry_id) as changed from act_entries
       where act_id = any($1) and state = 'changed' group by act_id`,
      ids,
    )
    return new Map(rows.map(({ act_id, ...done }) => [act_id, done]))
  }

  async expectSame() {
    const rows = await this.apps[0].rows(
      `select id, position, referrals, is_rejected, is_doubtful, case when inviter_id is null then null
         when exists (select from waitlist_entries r where r.id = f.inviter_id and r.erased_at is not null) then 'any'
         else ${WHY} end as state, array(
         select 'tag:' || tag from entry_tags where entry_id = id
         union select 'note:' || act_id from entry_notes where entry_id = id and is_shown) as labels
       from waitlist_entries f where id = any($1) and erased_at is null`,
      [...this.model.people.keys()],
    )
    const entries = new Map(rows.map(({ id, labels, ...row }) => [id, { ...row, labels: labels.sort() }]))
    expect(entries).toEqual(this.model.entries())
    await this.expectSameColumns()
  }

  /** Expects each filter on the columns in memory to find the same people as the model. */
  private async expectSameColumns() {
    await this.apps[0].list()
    const known = [...this.model.people.values()]
    const joined = new Set(known.map((person) => person.joined))
    const people = known.filter(({ isErased }) => !isErased)
    const calendar = await readCalendar(this.apps[0].pool)
    const period = periodOf({ range: 'all' }, { now: new Date(), timeZone: calendar.timeZone })
    const found = await Promise.all(
      FILTERED.map(async ({ filters }) => {
        const { positions } = (await this.apps[0].columns.find({ filters, period, calendar }))!
        return JSON.parse(`[${positions!.slice(1, -1)}]`).filter((position: number) => joined.has(position))
      }),
    )
    const expected = FILTERED.map(({ passes }) => people.filter(passes).map((person) => person.joined))
    expect(found).toEqual(expected.map((positions) => positions.sort((one, other) => one - other)))
  }
}

const FILTERED: { filters: Partial<Filters>; passes: (person: ModelPerson) => boolean }[] = [
  { filters: { rejected: 'yes' }, passes: ({ review }) => review.rejected },
  { filters: { doubtful: 'yes' }, passes: isDoubtful },
  { filters: { tag: 'vip' }, passes: ({ labels }) => labels.has('tag:vip') },
  { filters: { referred: 'yes' }, passes: ({ referrer }) => referrer !== null },
]

const DECISIONS = {
  confirm: confirmEntries,
  suspect,
  trust: clear,
}

function toBody({ kind, tag, remove }: PlannedAct): object {
  if (kind === 'tag') return { kind, tag, remove }
  return kind === 'note' ? { kind, text: 'A note' } : { kind }
}
