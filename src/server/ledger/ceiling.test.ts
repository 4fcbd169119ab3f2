import fc from 'fast-check'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { type ActingOwner, actingOwner } from '../../../test/people/acting-owner.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { confirmEntries } from './confirm-entries.ts'
import { putCeilingInForce, settleNext } from './keep-ceiling.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

async function limit(app: TestApp, most: number | null) {
  await putCeilingInForce(app.pool, { most, again: false })
  while (await settleNext(app.pool));
}

/** Confirms these people, as pressing the button in a mail does. */
const press = (app: TestApp, ids: string[]) =>
  inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    await confirmEntries(tx, ids)
  })

/** Makes a list with one inviter, and functions to let friends join and to read the credits. */
async function listWithInviter(most: number | null) {
  const app = await testApp()
  await limit(app, most)
  const [inviter] = await app.joinMany(1)
  const idOf = async (email: string): Promise<string> => (await app.entry(email)).id
  return {
    app,
    idOf,
    inviter: inviter!,
    friends: async (from: number, to: number, domain = 'gmail.com') => {
      const emails = Array.from({ length: to - from + 1 }, (_, index) => `friend-${from + index}@${domain}`)
      for (const email of emails) await app.join({ email, used_referral_code: inviter!.referral_code })
      return Promise.all(emails.map(idOf))
    },
    states: async () =>
      Object.groupBy(
        (await app.rows('select state from credits')).map(({ state }) => state as string),
        (state) => state,
      ),
    counted: async () => (await app.entry(inviter!.email)).referrals as number,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('the first ten friends whom nothing proves count, and further ones once they and their inviter have pressed', async () => {
  await using list = await listWithInviter(10)
  const ids = await list.friends(1, 12)
  expect(await list.counted()).toBe(10)
  expect((await list.states()).waiting).toHaveLength(2)
  expect(await list.app.verify()).toEqual([])

  // The inviter has reached the ceiling, and is not proven.
  await press(list.app, [ids[11]!])
  expect(await list.counted()).toBe(10)
  await press(list.app, [await list.idOf(list.inviter.email)])
  expect(await list.counted()).toBe(11)
  // A friend who confirms no longer counts toward the ceiling, so the next friend counts.
  await press(list.app, [ids[0]!])
  expect(await list.counted()).toBe(12)
  await list.friends(13, 13)
  expect(await list.counted()).toBe(12)
  expect(await list.app.verify()).toEqual([])
})

test('friends who wait take the places of those whom the owner rejects, and give them back when that is undone', async () => {
  await using list = await listWithInviter(3)
  const owner = await actingOwner(list.app)
  const bots = await list.friends(1, 3)
  await list.friends(4, 6)
  const waiting = `select email from credits join waitlist_entries on id = friend_id
    where credits.state = 'waiting' order by joined_position`
  const { id } = await owner.act({ kind: 'reject', select: { ids: bots } })
  expect(await list.counted()).toBe(3)
  expect(await list.app.rows(waiting)).toEqual([])

  await owner.post(`/api/admin/acts/${id}/undo`)
  expect(await list.counted()).toBe(3)
  expect(await list.app.rows(waiting)).toHaveLength(3)
  await owner.act({ kind: 'accept', select: { ids: bots } })
  // The inviter is not proven, so three count in all.
  expect(await list.counted()).toBe(3)
  await owner.act({ kind: 'accept', select: { ids: [await list.idOf(list.inviter.email)] } })
  expect(await list.counted()).toBe(6)
  expect(await list.app.verify()).toEqual([])
})

test('of the proven friends of one code at one domain of their own, ten count; for more the owner decides', async () => {
  await using list = await listWithInviter(10)
  await press(list.app, [await list.idOf(list.inviter.email)])
  await press(list.app, await list.friends(1, 12, 'catch-all.example'))
  await press(list.app, await list.friends(21, 32, 'gmail.com'))
  expect(await list.counted()).toBe(22)

  const owner = await actingOwner(list.app)
  const { groups } = (await owner.get('/api/admin/reviews')).json()
  const line = { id: 'mark:many-at-domain', kind: 'mark', name: 'many-at-domain', people: 2 }
  const { placesPerFriend } = site().referral
  const [gained, waiting] = [22 * placesPerFriend, 2 * placesPerFriend]
  expect(groups[0]).toMatchObject({ kind: 'code', people: 24, held: 2, gained, waiting })
  expect(groups[0].lines).toContainEqual(line)
  expect((await owner.get('/api/admin/reviews/count')).json()).toEqual({ people: 2, has_friends: true })
  await owner.act({ kind: 'accept', select: { group: groups[0].id, line: line.id } })
  expect((await owner.get('/api/admin/reviews')).json().groups[0]).toMatchObject({ people: 22, held: 0, waiting: 0 })
  expect(await list.counted()).toBe(24)
  expect(await list.app.verify()).toEqual([])
})

test('endless subdomains of one domain count as that domain, and those of a country’s suffix do not', async () => {
  await using list = await listWithInviter(10)
  await press(list.app, [await list.idOf(list.inviter.email)])
  for (const nth of Array.from({ length: 12 }, (_, index) => index + 1)) {
    await press(list.app, await list.friends(nth, nth, `box${nth}.catch-all.co.uk`))
    await press(list.app, await list.friends(nth, nth, `salon${nth}.co.uk`))
  }
  expect(await list.counted()).toBe(22)
  expect((await list.states()).waiting).toHaveLength(2)
  expect(await list.app.verify()).toEqual([])
})

test('a friend who leaves unproven keeps their place below the ceiling, and a proven one uses none', async () => {
  await using list = await listWithInviter(3)
  const owner = await actingOwner(list.app)
  const ids = await list.friends(1, 3)
  await owner.act({ kind: 'erase', select: { ids: [ids[0]!] } })
  await list.friends(4, 5)
  expect(await list.counted()).toBe(3)
  expect((await list.states()).waiting).toHaveLength(2)
  expect(await list.app.verify()).toEqual([])

  await press(list.app, [await list.idOf(list.inviter.email), ids[1]!])
  expect(await list.counted()).toBe(4)
  await owner.act({ kind: 'erase', select: { ids: [ids[1]!] } })
  expect(await list.counted()).toBe(4)
  expect((await list.app.entry(list.inviter.email)).ceiling_used).toBe(3)
  expect(await list.app.verify()).toEqual([])
})

test('friends who press and leave in turns bring no more credits than one mailbox or one domain can', async () => {
  await using list = await listWithInviter(3)
  const owner = await actingOwner(list.app)
  const used_referral_code = list.inviter.referral_code
  await press(list.app, [await list.idOf(list.inviter.email)])
  const come = async (email: string) => {
    await list.app.join({ email, used_referral_code })
    const id = await list.idOf(email)
    await list.app.judge()
    await press(list.app, [id])
    return id
  }
  const leave = (ids: string[]) => owner.act({ kind: 'erase', select: { ids } })

  // Another spelling was on the list already, one joins just before the leaving, and one joins afterwards.
  await list.app.join({ email: 'j.o.hall@gmail.com', used_referral_code })
  const first = await come('johall+1@gmail.com')
  await list.app.join({ email: 'johall+2@gmail.com', used_referral_code })
  await leave([first])
  await list.app.judge()
  await press(list.app, [await list.idOf('johall+2@gmail.com'), await list.idOf('j.o.hall@gmail.com')])
  await come('johall@gmail.com')
  await come('johall+3@gmail.com')
  expect(await list.counted()).toBe(1)
  expect(await list.app.verify()).toEqual([])

  // Somebody who leaves before the spellings of their mailbox are searched for.
  await list.app.join({ email: 'johall+4@gmail.com', used_referral_code })
  const quick = await list.idOf('johall+4@gmail.com')
  await press(list.app, [quick])
  await leave([quick])
  expect(await list.counted()).toBe(1)
  expect(await list.app.verify()).toEqual([])

  for (let turn = 0; turn < 3; turn += 1) {
    const ids: string[] = []
    for (let friend = 0; friend < 6; friend += 1) ids.push(await come(`friend-${turn}-${friend}@farm.org`))
    await leave(ids)
  }
  expect(await list.counted()).toBe(1 + 10)
  expect(await list.app.verify()).toEqual([])

  await list.friends(1, 4)
  expect(await list.counted()).toBe(1 + 10 + 3)
  expect(await list.app.verify()).toEqual([])
})

test('the spellings of one mailbox count once among imported friends too', async () => {
  await using list = await listWithInviter(10)
  const owner = await importingOwner(list.app)
  const code = list.inviter.referral_code
  await list.app.join({ email: 'b.lee@gmail.com', used_referral_code: code })
  await list.app.judge()
  const emails = ['ann.lee@gmail.com', 'annlee+1@gmail.com', 'annlee@gmail.com', 'blee@gmail.com']
  await owner.importFile(['email,referred by', ...emails.map((email) => `${email},${code}`)].join('\n'))
  await list.app.judge()
  await list.app.joinMany(1)
  await list.app.judge()
  expect(await list.counted()).toBe(2)
  expect(await list.app.verify()).toEqual([])
})

test('a domain is one domain in all its spellings', async () => {
  await using list = await listWithInviter(10)
  await press(list.app, [await list.idOf(list.inviter.email)])
  const used_referral_code = list.inviter.referral_code
  for (const domain of ['farm.org', 'farm.org..', 'ｆarm.org', 's1。farm.org'])
    for (let friend = 0; friend < 5; friend += 1)
      await list.app.join({
        email: `friend-${friend}-of-${encodeURIComponent(domain).length}@${domain}`,
        used_referral_code,
      })
  const ids = (await list.app.rows('select friend_id from credits')).map(({ friend_id }) => friend_id as string)
  await list.app.judge()
  await press(list.app, ids)
  expect([ids.length, await list.counted()]).toEqual([20, 10])
  expect(await list.app.verify()).toEqual([])
})

test('a stranger who sends another spelling through the owner’s form takes no friend’s place', async () => {
  await using list = await listWithInviter(10)
  const { join } = await (await keyOwner(list.app)).makeKey(['join'])
  const used_referral_code = list.inviter.referral_code
  await list.app.join({ email: 'ann.lee@gmail.com', used_referral_code })
  await join({ email: 'annlee@gmail.com', used_referral_code })
  await list.app.judge()
  expect(await list.counted()).toBe(1)
  expect(await list.app.verify()).toEqual([])
})

test('without a mail server all friends count, and a ceiling that is set or changed reaches everybody', async () => {
  await using list = await listWithInviter(null)
  await list.friends(1, 6)
  expect(await list.counted()).toBe(6)
  for (const [most, counted] of [
    [4, 4],
    [5, 5],
    [null, 6],
  ] as const) {
    await limit(list.app, most)
    expect(await list.counted()).toBe(counted)
    expect(await list.app.verify()).toEqual([])
  }
})

test('a friend beyond the ceiling is asked once for a press in the welcome mail, and the inviter in the mail about the last who counted', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mostUnproven: 1 })
  await limit(app, 1)
  const [inviter] = await app.joinMany(1)
  for (const name of ['ann', 'ben'])
    await app.join({ email: `${name}@gmail.com`, used_referral_code: inviter!.referral_code })
  const asks = (to: string, words: string) =>
    smtp.mails.flatMap(({ to: [address], text }) => (address === to && text.includes(words) ? [text] : []))
  await expect.poll(() => asks('ben@gmail.com', 'Press to count for your friend:').length, PATIENCE).toBe(1)
  await expect.poll(() => asks(inviter!.email, 'Confirm to keep moving up:').length, PATIENCE).toBe(1)
  expect(asks('ann@gmail.com', 'Press to count')).toEqual([])

  const pressed = async (text: string) => {
    const [, token] = /\/confirm\?friends#(\S+)/.exec(text)!
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode } = await app.app.inject({ method: 'POST', url: '/api/place/confirm', headers })
    expect(statusCode).toBe(204)
    return (await app.entry(inviter!.email)).referrals as number
  }
  expect(await pressed(asks('ben@gmail.com', 'Press to count')[0]!)).toBe(1)
  expect(await pressed(asks(inviter!.email, 'Confirm to keep')[0]!)).toBe(2)
  expect(await pressed(asks(inviter!.email, 'Confirm to keep')[0]!)).toBe(2)
  expect(await app.verify()).toEqual([])
})

const step = fc.record({
  does: fc.constantFrom(
    'join',
    'join',
    'join',
    'mark',
    'press',
    'reject',
    'accept',
    'hold',
    'undo',
    'leave',
    'spell',
    'press of the inviter',
  ),
  isStranger: fc.boolean(),
  pick: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const DOMAINS = ['gmail.com', 'farm.org']

/** Plays steps with one inviter on one list, and remembers the people and acts of each side. */
class Play {
  readonly people: { id: string; email: string; isStranger: boolean; canPress: boolean }[] = []
  readonly acts: { id: string; isStranger: boolean }[] = []
  readonly list: { app: TestApp; owner: ActingOwner }
  private inviter = { id: '', code: '' }

  constructor(list: { app: TestApp; owner: ActingOwner }) {
    this.list = list
  }

  async begin() {
    const { app } = this.list
    const [inviter] = await app.joinMany(1)
    this.inviter = { id: (await app.entry(inviter!.email)).id, code: inviter!.referral_code }
  }

  async play({ does, isStranger, pick }: Step) {
    const { app, owner } = this.list
    const among = (all: { id: string; isStranger: boolean }[]) => {
      const own = all.filter((one) => one.isStranger === isStranger)
      return own[pick % Math.max(1, own.length)]?.id
    }
    if (does === 'press of the inviter') return isStranger ? undefined : press(app, [this.inviter.id])
    if (does === 'join' || does === 'mark' || does === 'spell') {
      const spelled = does === 'spell' ? this.spell(pick, isStranger) : undefined
      const email = spelled ?? `${crypto.randomUUID()}@${DOMAINS[pick % 2]}`
      const website = does === 'mark' ? 'http://x' : undefined
      await app.join({ email, website, used_referral_code: this.inviter.code })
      await app.judge()
      this.people.push({ id: (await app.entry(email)).id, email, isStranger, canPress: !spelled || !isStranger })
      return
    }
    if (does === 'undo') {
      const act = among(this.acts)
      return act && owner.post(`/api/admin/acts/${act}/undo`)
    }
    const person = among(this.people)
    if (!person) return
    if (does === 'press')
      return this.people.find(({ id }) => id === person)!.canPress ? press(app, [person]) : undefined
    if (does === 'leave') {
      this.people.splice(
        this.people.findIndex(({ id }) => id === person),
        1,
      )
      await owner.act({ kind: 'erase', select: { ids: [person] } })
      return
    }
    const { id } = await owner.act({ kind: does, select: { ids: [person] } })
    this.acts.push({ id, isStranger })
  }

  /** Another spelling of an address: strangers spell those of everybody, and others only their own. */
  private spell(pick: number, isStranger: boolean): string | undefined {
    const known = this.people.filter((one) => isStranger || !one.isStranger)
    const email = known[pick % Math.max(1, known.length)]?.email
    return email?.replace(/(\+\d+)?@/, `+${this.people.length}@`)
  }

  async earned(): Promise<{ referrals: number; credited_places: number }> {
    const [row] = await this.list.app.rows(
      'select referrals, credited_places from waitlist_entries where id = $1',
      this.inviter.id,
    )
    return row
  }
}

test('whatever strangers do with somebody’s code, that person never has less than without them', async () => {
  await using first = await testApp()
  await using second = await testApp()
  const lists = [
    { app: first, owner: await actingOwner(first) },
    { app: second, owner: await actingOwner(second) },
  ] as const
  for (const { app } of lists) await limit(app, 3)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const [alone, beset] = [new Play(lists[0]), new Play(lists[1])]
      for (const one of [alone, beset]) await one.begin()
      for (const one of steps) {
        if (!one.isStranger) await alone.play(one)
        await beset.play(one)
        const [without, having] = [await alone.earned(), await beset.earned()]
        expect(having.referrals).toBeGreaterThanOrEqual(without.referrals)
        expect(having.credited_places).toBeGreaterThanOrEqual(without.credited_places)
      }
      for (const { app } of lists) expect(await app.verify()).toEqual([])
    }),
    { ...runs(25), endOnFailure: true },
  )
})
