import { expect, test } from 'vitest'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { createClock, visit } from '../../../test/people/visitors.ts'
import type { ReviewInviter } from '#shared/list/reviews.ts'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { putSettingsInForce } from './keep-rule.ts'
import { confirmEntries } from './states.ts'
import { inTransaction } from '../db/query.ts'

const HOUR = 60 * 60_000

/** A list of people who opened the form. The last of them is the inviter, with whose code the test's friends join. */
async function listWithInviter({ people = 40, ...options }: Parameters<typeof testApp>[0] & { people?: number } = {}) {
  const clock = createClock()
  const app = await testApp({ trustProxy: 'loopback', now: clock.now, ...options })
  const site = { app: app.app, clock }
  for (let person = 0; person < people; person += 1) await visit(site)
  const inviter = await visit(site)
  return {
    app,
    clock,
    inviter,
    visit: (changes: Parameters<typeof visit>[1], how?: Parameters<typeof visit>[2]) =>
      visit(site, { used_referral_code: inviter.referral_code, ...changes }, how),
    /** Joins as the program of a referral farm does: it never opens the form, and always sends the same answers. */
    farm: (emails: string[], from = '31.7.7.7') =>
      Promise.all(
        emails.map((email) =>
          visit(site, { used_referral_code: inviter.referral_code, ...SAME, email }, { from, opens: false }),
        ),
      ),
    site,
    referrals: async () => (await app.entry(inviter.email)).referrals as number,
    faults: () => app.verify(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const SAME = {
  business_name: 'Salon',
  problems: ['Difficulty keeping existing clients returning'],
  other_problem: undefined,
  elapsed_ms: undefined,
}

const dotted = (name: string, number: number) =>
  [...name].map((letter, index) => (index > 0 && (number >> (index - 1)) & 1 ? `.${letter}` : letter)).join('')

/** Throw-away friends of all kinds. */
const throwAway = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      [
        `dave+${index}@gmail.com`,
        `${dotted('davethecheater', index + 1)}@gmail.com`,
        `bot${index}@mailinator.com`,
        `wqxkzjvb${index}@kjqwxzvb${index}.com`,
        `bot${index}@5`,
      ][index % 5]!,
  )

test('a farm of throw-away friends gains no place, and what honest friends gave stays', async () => {
  await using list = await listWithInviter()
  for (let friend = 0; friend < 3; friend += 1) await list.visit({})
  list.clock.pass(48 * HOUR)

  await list.farm(throwAway(60))
  await list.app.judge()

  expect(await list.referrals()).toBe(3)
  expect(await list.faults()).toEqual([])
})

test.each([
  ['filled in a field that no person sees', { website: 'http://x' }, {}, ['trap']],
  ['never opened the form', {}, { opens: false }, ['no-page']],
  ['uses a throw-away mailbox', { email: 'bot@mailinator.com' }, {}, ['disposable-domain']],
  ['has a domain that cannot exist', { email: 'bot@5' }, {}, ['no-mail-domain']],
])('somebody who %s moves nobody up, and no other friend waits for it', async (_what, changes, how, marks) => {
  await using list = await listWithInviter({ people: 0 })
  for (let friend = 0; friend < 3; friend += 1) await list.visit({}, { from: '31.7.7.7' })
  await list.visit(changes, { from: '31.7.7.7', ...how })
  for (let friend = 0; friend < 3; friend += 1) await list.visit({}, { from: '31.7.7.7' })
  await list.app.judge()

  expect(await list.referrals()).toBe(6)
  expect((await list.app.rows('select unnest(marks) as mark from waitlist_entries')).map(({ mark }) => mark)).toEqual(
    marks,
  )
  expect(await list.faults()).toEqual([])
})

test('a person who joins again with a clean form is not held for the form that a stranger sent', async () => {
  await using list = await listWithInviter({ people: 0 })
  const owner = await keyOwner(list.app)
  const { join } = await owner.makeKey(['join'])
  await list.visit({ email: 'ann@salon.org', website: 'http://x' }, { opens: false })
  await list.visit({ email: 'bot@mailinator.com', website: 'http://x' })

  await list.visit({ email: 'ann@salon.org' }, { opens: false })
  await join({ email: 'ann@salon.org', used_referral_code: list.inviter.referral_code })
  expect(await list.referrals()).toBe(0)
  await list.visit({ email: 'ann@salon.org' })
  await list.visit({ email: 'bot@mailinator.com' })
  await list.app.judge()

  expect(await list.referrals()).toBe(1)
  expect((await list.app.entry('ann@salon.org')).is_doubtful).toBe(false)
  expect(await list.faults()).toEqual([])
})

test('nothing is held against people without a code who never opened a form of ours', async () => {
  await using list = await listWithInviter({ people: 0 })
  await list.visit({ used_referral_code: undefined }, { opens: false })
  await list.app.judge()

  expect(await list.app.rows('select from waitlist_entries where is_doubtful')).toEqual([])
  expect(await list.app.rows('select from waitlist_entries where marks is not null')).toEqual([])
  expect(await list.faults()).toEqual([])
})

test('a form is too fast only if both clocks say so', async () => {
  await using list = await listWithInviter({ people: 0 })
  const open = async () => (await list.app.app.inject({ url: '/api/waitlist/stamp' })).json().stamp as string
  const sent = async (elapsed_ms: number | undefined, waited: number) => {
    const stamp = await open()
    list.clock.pass(waited)
    const { email } = await list.visit({ stamp, elapsed_ms }, { opens: false })
    return (await list.app.entry(email)).is_doubtful as boolean
  }

  expect(await sent(300, 300)).toBe(true)
  expect(await sent(undefined, 300)).toBe(true)
  // The form got its stamp only when it was sent.
  expect(await sent(45_000, 300)).toBe(false)
  // The browser's clock stepped back, then the server's.
  expect(await sent(0, 45_000)).toBe(false)
  expect(await sent(45_000, -3 * HOUR)).toBe(false)
  expect(await list.faults()).toEqual([])
})

test('a form with one question is sent sooner, and one without any at once', async () => {
  await using list = await listWithInviter({ people: 0 })
  const before = site()
  const isTooFast = async (names: string[], elapsed_ms: number) => {
    setSite(siteOf({ questions: before.questions.filter(({ name }) => names.includes(name)) }))
    const { stamp } = (await list.app.app.inject({ url: '/api/waitlist/stamp' })).json()
    const none = Object.fromEntries(before.questions.map(({ name }) => [name, undefined]))
    const answers = { ...none, ...(names.length > 0 && { is_solo_provider: true }) }
    const { email } = await list.visit({ ...answers, stamp, elapsed_ms }, { opens: false })
    return (await list.app.entry(email)).is_doubtful as boolean
  }

  try {
    expect(await isTooFast([], 0)).toBe(false)
    expect(await isTooFast(['is_solo_provider'], 400)).toBe(true)
    expect(await isTooFast(['is_solo_provider'], 600)).toBe(false)
  } finally {
    setSite(before)
  }
})

test('honest friends in the hour of a farm keep what they earned', async () => {
  await using list = await listWithInviter()
  const emails = throwAway(40)
  for (let friend = 0; friend < 40; friend += 1) {
    await list.visit({})
    await list.farm([emails[friend]!], `31.7.${friend}.7`)
  }
  await list.app.judge()

  expect(await list.referrals()).toBe(40)
  expect(await list.faults()).toEqual([])
})

test('nothing is held against a class that is told when to begin, what to answer and when to send', async () => {
  await using list = await listWithInviter({ people: 0 })
  const headers = { 'x-forwarded-for': '81.2.3.4' }
  const stamps: string[] = []
  for (let pupil = 0; pupil < 16; pupil += 1) {
    stamps.push((await list.app.app.inject({ url: '/api/waitlist/stamp', headers })).json().stamp)
    list.clock.pass(600)
  }
  list.clock.pass(110_000)
  for (const [pupil, stamp] of stamps.entries()) {
    const elapsed_ms = 120_000 - 300 * pupil
    await list.visit({ ...SAME, elapsed_ms, stamp }, { from: '81.2.3.4', opens: false })
    list.clock.pass(600)
  }
  await list.app.judge()

  expect(await list.referrals()).toBe(16)
})

test.each([
  ['a salon on one address', () => ({}), { from: '81.2.3.4' }],
  [
    'a class with one school and one sheet',
    (one: number) => ({ email: `s20${one}41@college.ac.uk`, problems: ['Other'], other_problem: 'x' }),
    { from: '81.2.3.4' },
  ],
  ['people behind relays', (one: number) => ({ email: `x7k${one}q9fzwp@privaterelay.appleid.com` }), {}],
  ['people who use a tag of their own', (one: number) => ({ email: `person${one}+news@fastmail.com` }), {}],
])('nothing is held against %s', async (_who, changes, how) => {
  await using list = await listWithInviter()
  for (let friend = 0; friend < 40; friend += 1) await list.visit(changes(friend), how)
  await list.app.judge()

  expect(await list.referrals()).toBe(40)
})

test('domains that cannot receive mail are found after the join; a resolver that fails says nothing', async () => {
  const dead = /dead/
  let isAway = true
  await using list = await listWithInviter({
    lookUp: async (domain) => (isAway ? null : !dead.test(domain)),
  })
  const emails = (from: number) => Array.from({ length: 8 }, (_, index) => `amy${from + index}@dead${from + index}.org`)
  for (const email of emails(0)) await list.visit({ email })
  await list.app.judge()
  expect(await list.referrals()).toBe(8)

  isAway = false
  for (const email of emails(10)) await list.visit({ email })
  await list.app.judge()
  expect((await list.app.entry('amy10@dead10.org')).marks).toEqual(['no-mail-domain'])
  expect(await list.referrals()).toBe(8)
})

test('a farm whose friends have a dead domain each gains nothing, however many they are', async () => {
  await using list = await listWithInviter({ people: 0, lookUp: async (domain) => !/dead/.test(domain) })
  await list.visit({})
  for (let part = 0; part < 3; part += 1)
    await Promise.all(Array.from({ length: 90 }, (_, bot) => list.visit({ email: `ed@dead-${part}-${bot}.org` })))
  await list.app.judge()

  expect(await list.referrals()).toBe(1)
  expect(await list.faults()).toEqual([])
})

test('friends whom a program sends are judged by their addresses, and by nothing else', async () => {
  await using list = await listWithInviter({ people: 0, lookUp: async (domain) => domain !== 'dead.org' })
  const owner = await keyOwner(list.app)
  const { join } = await owner.makeKey(['join'])
  const rule = { value: 'held.org', verdict: 'refuse' }
  const ruled = await owner.post('/api/admin/acts', { kind: 'trust-rule', rule, select: { domain: 'held.org' } })
  expect(ruled.statusCode).toBe(202)
  const used_referral_code = list.inviter.referral_code
  const emails = [
    'bot@mailinator.com',
    'amy@dead.org',
    'ed@held.org',
    'jo@gmail.com',
    'j.o@gmail.com',
    'mia@example.com',
  ]
  for (const email of emails) expect((await join({ email, used_referral_code })).statusCode).toBe(201)
  await list.app.judge()

  expect((await list.app.friends()).map(({ state }) => state)).toEqual([
    'look',
    'look',
    'look',
    'counted',
    'counted',
    'counted',
  ])
  expect(await list.faults()).toEqual([])
})

test('what the owner accepts stays accepted, and counts', async () => {
  await using list = await listWithInviter()
  await list.farm(throwAway(20))
  await list.app.judge()
  const owner = await signIn(list.app)
  await owner.post('/api/admin/acts', { kind: 'accept', select: { code: list.inviter.referral_code } })
  expect(await list.referrals()).toBe(20)

  await list.farm(throwAway(40).slice(20))
  await list.app.judge()

  expect(await list.referrals()).toBe(20)
  expect(await list.faults()).toEqual([])
})

test('judging again finds the same, also from two servers at once and after a turn that was lost', async () => {
  await using list = await listWithInviter()
  await using beside = await testApp({ beside: list.app, trustProxy: 'loopback', now: list.clock.now })
  await list.farm(throwAway(30))
  await Promise.all([list.app.judge(), beside.judge()])
  const marks = () => list.app.rows('select id, marks from waitlist_entries where marks is not null order by 1')
  const before = await marks()

  await list.app.rows('update judging set position = 0')
  await Promise.all([beside.judge(), list.app.judge()])

  expect(before.length).toBeGreaterThanOrEqual(30)
  expect(await marks()).toEqual(before)
  expect(await list.referrals()).toBe(0)
})

test('no address of a network is stored, and erasing forgets what was seen of a person', async () => {
  await using list = await listWithInviter({ lookUp: async () => true })
  await list.visit({ email: 'ann+1@gmail.com' }, { from: '203.0.113.99' })
  await list.visit({ email: 'ann+2@gmail.com' }, { from: '203.0.113.99' })
  await list.app.judge()
  const { id } = await list.app.entry('ann+2@gmail.com')
  const blocks = await list.app.rows(
    'select count(*)::int as joins from waitlist_entries where seen_at is not null group by block having count(*) > 1',
  )
  expect(blocks).toEqual([{ joins: 2 }])
  expect(await list.app.rows('select mailbox from waitlist_entries where mailbox is not null')).toEqual([
    { mailbox: 'ann@gmail.com' },
    { mailbox: 'ann@gmail.com' },
  ])
  expect(JSON.stringify(await list.app.rows('select * from waitlist_entries'))).not.toContain('203.0.113')

  expect(await list.app.rows(`select from mail_domains where domain = 'gmail.com'`)).toHaveLength(1)
  const owner = await signIn(list.app)
  await owner.post('/api/admin/acts', { kind: 'erase', select: { ids: [id] } })

  expect(await list.app.rows('select seen_at, block from waitlist_entries where id = $1', id)).toEqual([
    { seen_at: null, block: null },
  ])
  expect(await list.app.rows('select mailbox from waitlist_entries where id = $1', id)).toEqual([{ mailbox: null }])
  expect(await list.app.rows(`select from mail_domains where domain = 'gmail.com'`)).toEqual([])
  expect(await list.faults()).toEqual([])
})

test('one mailbox proves one friend, however it is written; the others count as unproven ones', async () => {
  await using list = await listWithInviter({ people: 0 })
  await putSettingsInForce(list.app.pool, 1)
  const emails = ['jo@gmail.com', 'j.o@gmail.com', 'jo+1@gmail.com', 'ann@gmail.com']
  for (const email of emails) await list.visit({ email })
  const { rows } = await list.app.pool.query('select id from waitlist_entries where email = any($1)', [emails])
  await inTransaction(list.app.pool, async (tx) => {
    await lockCounter(tx)
    await confirmEntries(
      tx,
      rows.map(({ id }) => id),
    )
  })
  expect((await list.app.friends()).map(({ state }) => state)).toEqual(['counted', 'counted', 'beyond', 'counted'])
  expect(await list.faults()).toEqual([])
})

test('people at a domain that the owner trusts get no mark, and those at a refused one do until the rule ends', async () => {
  await using list = await listWithInviter({ people: 0 })
  const owner = await signIn(list.app)
  const rule = async (value: string, verdict: string) =>
    (
      await owner.post('/api/admin/acts', { kind: 'trust-rule', rule: { value, verdict }, select: { domain: value } })
    ).json().act_id as string
  await rule('mailinator.com', 'trust')
  const refused = await rule('farm.org', 'refuse')
  await list.app.judge()
  for (const email of ['ann@mailinator.com', 'bo@farm.org']) await list.visit({ email })
  await list.app.judge()
  expect((await list.app.friends()).map(({ state }) => state)).toEqual(['counted', 'look'])

  await owner.post(`/api/admin/acts/${refused}/undo`)
  expect((await list.app.friends()).map(({ state }) => state)).toEqual(['counted', 'counted'])
  expect(await list.faults()).toEqual([])
})

test('of two inviters whose links brought one address, the person says whose it was', async () => {
  await using list = await listWithInviter({ people: 3 })
  const { app } = list
  await putSettingsInForce(app.pool, 10)
  const rival = await visit(list.site)
  const friends = ['ada', 'ben', 'cleo'].map((name) => `${name}@gmail.com`)
  for (const email of friends) await list.visit({ email, used_referral_code: rival.referral_code })
  const counting = async () => [(await app.entry(rival.email)).referrals, await list.referrals()]
  expect(await counting()).toEqual([3, 0])

  // A program that never opened the form claims nobody.
  await list.visit({ email: friends[2]! }, { opens: false })
  expect(await counting()).toEqual([3, 0])
  for (const email of friends) for (const _ of [1, 2]) await list.visit({ email })
  expect(await counting()).toEqual([0, 0])
  const owner = await signIn(app)
  const shown = async () => (await owner.get('/api/admin/reviews')).json().inviters
  expect(await shown()).toMatchObject([{ email: rival.email, contested: 3 }])

  const url = '/api/place/confirm'
  const codes = [rival.referral_code, list.inviter.referral_code]
  for (const [index, inviter] of [...codes, null].entries()) {
    const token = await mailedToken(app, friends[index]!, { purpose: 'confirm' })
    expect((await callPlace(app, token, { url })).json()).toEqual({ sets: [], confirmed: false, inviters: codes })
    await callPlace(app, token, { method: 'POST', url, payload: { inviter } })
    expect((await callPlace(app, token, { url })).json()).toEqual({ sets: [], confirmed: true })
  }
  expect(await counting()).toEqual([2, 1])
  await list.visit({ email: friends[0]! })
  expect(await counting()).toEqual([2, 1])
  expect(await list.faults()).toEqual([])
})

test('without a mail server a contested friend stays with the first inviter, whom Review shows first', async () => {
  await using list = await listWithInviter({ people: 3 })
  const rival = await visit(list.site)
  const larger = await visit(list.site)
  for (const email of ['a@gmail.com', 'b@gmail.com'])
    await list.visit({ email, used_referral_code: larger.referral_code })
  await list.visit({ email: 'ada@gmail.com', used_referral_code: rival.referral_code })
  await list.visit({ email: 'ada@gmail.com' })

  const owner = await signIn(list.app)
  const { inviters } = (await owner.get('/api/admin/reviews')).json()
  expect(inviters.map(({ email, contested, counting }: ReviewInviter) => [email, contested, counting])).toEqual([
    [rival.email, 1, 1],
    [larger.email, 0, 2],
  ])
  const behind = await owner.get(`/api/admin/reviews/people?inviter=${inviters[0].id}&of=contested`)
  expect(behind.json().people).toMatchObject([{ email: 'ada@gmail.com', counts: true }])
  expect(await list.faults()).toEqual([])
})

test.each([
  ['a relay', (index: number) => `alias${index}@duck.com`, 10],
  ['subdomains of a two-letter name', (index: number) => `p@desk${index}.plc.cc`, 10],
  ['subdomains of a country’s suffix', (index: number) => `p@desk${index}.salon.co.uk`, 10],
  ['free subdomains', (index: number) => `p@desk${index}.duckdns.org`, 10],
  ['salons below uk.com', (index: number) => `p@salon${index}.uk.com`, 14],
  ['salons below waw.pl', (index: number) => `p@salon${index}.waw.pl`, 14],
])('of fourteen proven friends at %s the right number counts', async (_, emailOf, counted) => {
  await using list = await listWithInviter({ people: 0 })
  await putSettingsInForce(list.app.pool, 0)
  const emails = Array.from({ length: 14 }, (_, index) => emailOf(index))
  for (const email of emails) await list.visit({ email })
  await inTransaction(list.app.pool, async (tx) => {
    await lockCounter(tx)
    const { rows } = await tx.query<{ id: string }>('select id from waitlist_entries where email = any($1)', [emails])
    await confirmEntries(
      tx,
      rows.map(({ id }) => id),
    )
  })
  expect(await list.referrals()).toBe(counted)
})
