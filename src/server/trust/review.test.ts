import { expect, test } from 'vitest'
import type { Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf, type sourceSite } from '#shared/site/site.ts'
import type { ReviewPeople, ReviewsCount, ReviewsPage } from '#shared/list/reviews.ts'
import { type ActingOwner, actingOwner } from '../../../test/people/acting-owner.ts'
import { createClock, visit } from '../../../test/people/visitors.ts'
import { testApp } from '../../../test/test-app.ts'
import { putSettingsInForce } from './keep-rule.ts'

type Visit = [changes?: Parameters<typeof visit>[1], how?: Parameters<typeof visit>[2]]

async function reviewed() {
  const clock = createClock()
  const app = await testApp({ trustProxy: 'loopback', now: clock.now })
  const owner = await actingOwner(app)
  const site = { app: app.app, clock }
  return {
    app,
    owner,
    visit: (...[changes, how]: Visit) => visit(site, changes, how),
    page: (cursor = '') => owner.read<ReviewsPage>(`/api/admin/reviews${cursor && `?cursor=${cursor}`}`),
    count: () => owner.read<ReviewsCount>('/api/admin/reviews/count'),
    people: (query: Record<string, string>) =>
      owner.read<ReviewPeople>(`/api/admin/reviews/people?${new URLSearchParams(query)}`),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('Review lists inviters, the largest gain first, with what their friends share and where it puts them', async () => {
  await using list = await reviewed()
  await putSettingsInForce(list.app.pool, 3)
  for (let person = 0; person < 40; person += 1) await list.visit()
  const [ada, bea] = [await list.visit(), await list.visit()]
  for (let friend = 0; friend < 5; friend += 1)
    await list.visit({ email: `f${friend}@farm.net`, used_referral_code: ada.referral_code }, { from: '31.7.7.7' })
  await list.visit({ used_referral_code: ada.referral_code, website: 'http://x' })
  for (let friend = 0; friend < 2; friend += 1) await list.visit({ used_referral_code: bea.referral_code })
  await list.visit({ website: 'http://x' })

  const { inviters, alone, is_flooded } = await list.page()
  expect(inviters.map(({ email }) => email)).toEqual([ada.email, bea.email])
  expect(inviters[0]).toMatchObject({
    friends: 6,
    counting: 3,
    waiting: 3,
    marked: 1,
    accepted: 0,
    rejected: 0,
    invited: 0,
    position: 26,
    without: 41,
    with_all: 11,
    shares: expect.arrayContaining([
      { of: 'network', value: expect.any(String), people: 5 },
      { of: 'domain', value: 'farm.net', people: 5 },
    ]),
  })
  expect([alone, is_flooded]).toEqual([1, false])
  expect(await list.count()).toEqual({ people: 2, has_friends: true })
  expect(await list.app.verify()).toEqual([])
})

const BREAD: Question[] = [
  { name: 'loaf', kind: 'one', label: 'Loaf', question: 'Which loaf?', choices: ['Rye', 'Wheat'] },
  { name: 'wish', kind: 'text', label: 'Wish', question: 'What else?', placeholder: 'A few words' },
]

test('the same answers are those to all questions, and somebody’s own words are among them', async () => {
  const before = site()
  setSite(siteOf({ questions: BREAD as unknown as typeof sourceSite.questions }))
  try {
    await using list = await reviewed()
    const { email, referral_code: used_referral_code } = await list.visit({ loaf: 'Rye', wish: 'Buns' })
    const { id: inviter } = await list.app.entry(email)
    for (const [name, loaf, wish] of [
      ['a', 'Rye', 'Cake'],
      ['b', 'Rye', 'cake'],
      ['c', 'Wheat', 'Cake'],
    ] as const)
      await list.visit({ email: `${name}@example.com`, loaf, wish, used_referral_code })
    const { shares } = (await list.page()).inviters[0]!
    const same = shares.find(({ of }) => of === 'answers')!
    expect(same.people).toBe(2)
    const { people } = await list.people({ inviter, of: 'answers', value: same.value! })
    expect(people.map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com'])
  } finally {
    setSite(before)
  }
})

test('each number of Review opens the people behind it, and an act chooses them in the same way', async () => {
  await using list = await reviewed()
  const ada = await list.visit()
  const { id: inviter } = await list.app.entry(ada.email)
  for (const email of ['a@farm.net', 'b@farm.net', 'c@gmail.com'])
    await list.visit({ email, used_referral_code: ada.referral_code })
  await list.visit({ email: 'd@gmail.com', used_referral_code: ada.referral_code, website: 'http://x' })
  await list.visit({ email: 'e@gmail.com', website: 'http://x' })

  const emails = async (query: Record<string, string>) => (await list.people(query)).people.map(({ email }) => email)
  expect(await emails({ inviter })).toEqual(['a@farm.net', 'b@farm.net', 'c@gmail.com', 'd@gmail.com'])
  expect(await emails({ inviter, of: 'domain', value: 'farm.net' })).toEqual(['a@farm.net', 'b@farm.net'])
  expect(await emails({})).toEqual(['e@gmail.com'])
  const { people } = await list.people({ inviter, of: 'marked' })
  expect(people).toMatchObject([
    { email: 'd@gmail.com', counts: false, reasons: ['filled in a field that no person sees'] },
  ])

  const friends = { inviter, of: 'domain', value: 'farm.net' }
  const rejected = await list.owner.act({ kind: 'reject', select: { friends } })
  expect(rejected).toMatchObject({ changed: 2, selection: { friends: { inviter, of: 'domain' } } })
  expect(await list.app.entry(ada.email)).toMatchObject({ referrals: 1 })
  expect(await emails({ inviter })).toEqual(['c@gmail.com', 'd@gmail.com'])
  await list.owner.undo(rejected.id)
  expect(await list.app.entry(ada.email)).toMatchObject({ referrals: 3 })
  await list.owner.act({ kind: 'accept', select: { friends: { inviter } } })
  expect(await list.app.entry(ada.email)).toMatchObject({ referrals: 4 })
  expect((await list.page()).inviters).toEqual([])
  expect(await list.app.verify()).toEqual([])
})

test('inviters come page by page', async () => {
  await using list = await reviewed()
  for (let inviter = 0; inviter < 23; inviter += 1) {
    const { referral_code } = await list.visit()
    await list.visit({ used_referral_code: referral_code })
  }
  const first = await list.page()
  const second = await list.page(first.next_cursor!)
  expect([first.inviters.length, second.inviters.length, second.next_cursor]).toEqual([20, 3, null])
  expect(new Set([...first.inviters, ...second.inviters].map(({ id }) => id)).size).toBe(23)
})

test('of two owners who decide about the same friends, the first one does', async () => {
  await using list = await reviewed()
  const ada = await list.visit()
  const { id: inviter } = await list.app.entry(ada.email)
  for (let friend = 0; friend < 3; friend += 1) await list.visit({ used_referral_code: ada.referral_code })
  const friends = { inviter }
  const decide = (owner: ActingOwner, kind: string) => owner.act({ kind, select: { friends } })
  expect(await decide(list.owner, 'accept')).toMatchObject({ changed: 3 })
  expect(await decide(list.owner, 'reject')).toMatchObject({ total: 0, changed: 0 })
})

test('a group of more than 250 is rejected in parts, its undo too, and a decision made meanwhile stays', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [first, ada] = await app.joinMany(270)
  const emails = Array.from({ length: 260 }, (_, index) => `friend${index}@gmail.com`)
  await Promise.all(emails.map((email) => app.join({ email, used_referral_code: ada!.referral_code })))
  const { id } = await app.entry(ada!.email)
  const friends = { friends: { inviter: id } }
  const standing = async () => {
    const { referrals, position } = await app.entry(ada!.email)
    return [referrals, position]
  }
  const counted = await standing()
  expect(counted).toEqual([260, 1])
  expect(first!.email).not.toBe(ada!.email)

  const act = await owner.beginAct({ kind: 'reject', select: friends })
  expect(await owner.detail(act)).toMatchObject({ total: 260, changed: 0, finished_at: null })
  expect(await standing()).toEqual(counted)
  const kept = await app.entry(emails[7]!)
  await owner.act({ kind: 'accept', select: { ids: [kept.id] } })
  {
    await using _working = await testApp({ work: true, beside: app })
    expect(await owner.finished(act)).toMatchObject({ state: 'done', total: 260, changed: 259, skipped: 1 })
  }
  expect((await standing())[0]).toBe(1)
  expect(await app.verify()).toEqual([])

  const undo = await owner.beginUndo(act)
  await using _again = await testApp({ work: true, beside: app })
  expect(await owner.finished(undo)).toMatchObject({ state: 'done', changed: 259 })
  expect(await standing()).toEqual(counted)
  expect(await app.verify()).toEqual([])
})
