import { expect, test } from 'vitest'
import type { ActDetail } from '#shared/list/acts.ts'
import type { ReviewsPage, TrustRules } from '#shared/list/reviews.ts'
import type { Summary } from '#shared/list/summary.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createClock, visit } from '../../../../test/people/visitors.ts'
import { withPlacesPerFriend } from '../../../../test/with-site.ts'

withPlacesPerFriend(5)

/** Two referrers whose friends are held: twelve of the first, six of the second; and one held person without a code. */
async function listWithFarms() {
  const clock = createClock()
  const app = await testApp({ trustProxy: 'loopback', now: clock.now })
  const site = { app: app.app, clock }
  for (let person = 0; person < 40; person += 1) await visit(site)
  const referrers = [await visit(site), await visit(site)]
  for (const [index, count] of [12, 6].entries()) {
    clock.pass(60 * 60_000)
    for (let bot = 0; bot < count; bot += 1)
      await visit(
        site,
        {
          email: `bot${index}${bot}@mailinator.com`,
          elapsed_ms: 200,
          used_referral_code: referrers[index]!.referral_code,
        },
        { from: `31.${index}.7.7`, opens: false },
      )
  }
  await visit(site, { email: 'alone@yopmail.com', website: 'http://x' }, { from: '31.9.9.9' })
  await app.judge()
  const owner = await signIn(app)
  const act = async (body: object) => (await owner.post('/api/admin/acts', body)).json<{ act_id: string }>().act_id
  return {
    app,
    referrers,
    site,
    act,
    undo: (id: string) => owner.post(`/api/admin/acts/${id}/undo`),
    owner,
    reviews: async () => (await owner.get('/api/admin/reviews')).json<ReviewsPage>(),
    referrals: async (index: number) => (await app.entry(referrers[index]!.email)).referrals as number,
    faults: () => app.verify(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('GET /api/admin/reviews tells what held people share, and what they would bring', async () => {
  await using list = await listWithFarms()
  // As if an imported file had counted three friends.
  await list.app.pool.query('update waitlist_entries set referrals = referrals + 3 where email = $1', [
    list.referrers[0]!.email,
  ])
  const { groups, rates, next_cursor } = await list.reviews()

  expect(next_cursor).toBeNull()
  expect((await list.owner.get('/api/admin/reviews/count')).json()).toEqual({ people: 19, has_friends: true })
  expect(groups.map(({ people }) => people)).toEqual([12, 6, 1])
  const [first, , alone] = groups
  expect(first).toMatchObject({
    kind: 'code',
    name: list.referrers[0]!.referral_code,
    held: 12,
    gained: 0,
    waiting: 60,
    codes: 1,
    networks: 1,
    answers: 12,
    domains: 1,
    outcomes: { people: 12, bounced: 0, confirmed: 0, accepted: 0, rejected: 0 },
    referrer: {
      email: list.referrers[0]!.email,
      position: 41,
      joined_position: 41,
      counted: 0,
      imported: 3,
      held: 12,
      rejected: 0,
    },
  })
  expect(first!.lines[0]).toMatchObject({ id: first!.id, kind: 'code', people: 12 })
  expect(first!.lines).toContainEqual({
    id: 'mark:disposable-domain',
    kind: 'mark',
    name: 'disposable-domain',
    people: 12,
  })
  expect(first!.lines).toContainEqual(expect.objectContaining({ kind: 'network', people: 12 }))
  expect(alone).toMatchObject({ id: 'alone', kind: 'alone', referrer: null, people: 1, gained: 0 })
  expect(rates).toEqual({ people: 61, bounced: 0, confirmed: 0, let_in: 0 })
})

test('the owner rejects a group in one press, undoes it, and accepts another; the rules agree at each step', async () => {
  await using list = await listWithFarms()
  const { groups } = await list.reviews()
  const rejection = await list.act({ kind: 'reject', select: { group: groups[0]!.id } })
  expect((await list.reviews()).groups.map(({ people }) => people)).toEqual([6, 1])
  expect(await list.faults()).toEqual([])

  await list.undo(rejection)
  expect((await list.reviews()).groups.map(({ people }) => people)).toEqual([12, 6, 1])
  await list.act({ kind: 'accept', select: { group: groups[1]!.id } })
  await list.act({ kind: 'accept', select: { group: 'alone' } })
  await list.app.rows('update judging set position = 0')
  await list.app.judge()

  expect((await list.reviews()).groups.map(({ people }) => people)).toEqual([12])
  expect([await list.referrals(0), await list.referrals(1)]).toEqual([0, 6])
  expect(await list.faults()).toEqual([])
})

test('of two owners who decide about one group at once the first decides, and the other is told', async () => {
  await using list = await listWithFarms()
  const [group] = (await list.reviews()).groups
  const decide = async (kind: 'reject' | 'accept') => {
    const made = await list.owner.post('/api/admin/acts', { kind, select: { group: group!.id } })
    // If the first act is over already, nobody is left to decide about.
    if (made.statusCode === 422) {
      expect(made.json().fields).toEqual({ 'select.group': 'has nobody left to decide about' })
      return null
    }
    const act = await list.owner.get(`/api/admin/acts/${made.json<{ act_id: string }>().act_id}`)
    return act.json<ActDetail>()
  }

  const both = await Promise.all([decide('reject'), decide('accept')])
  const made = both.filter((act) => act !== null)
  expect(made.filter(({ changed }) => changed === 12)).toHaveLength(1)
  for (const act of made.filter(({ changed }) => changed !== 12))
    expect(act).toMatchObject({ changed: 0, reasons: [{ reason: 'decided', entries: 12 }], can_undo: false })
  expect(await list.referrals(0)).toBe(both[1]?.changed ?? 0)
  expect(made[0]).toMatchObject({ friends_of_code: list.referrers[0]!.referral_code })
  expect(await list.faults()).toEqual([])
})

test('a rule holds a domain, or trusts a network, for everybody who joins from then on, until it is undone', async () => {
  await using list = await listWithFarms()
  const code = list.referrers[1]!.referral_code
  const join = (email: string) => visit(list.site, { email, used_referral_code: code }, { from: '82.1.1.1' })
  await join('ann@rival.org')
  const hold = await list.act({
    kind: 'trust-rule',
    rule: { subject: 'domain', value: 'Rival.org', verdict: 'hold' },
    select: { domain: 'rival.org' },
  })
  await join('ben@rival.org')
  await list.app.judge()
  expect(await list.referrals(1)).toBe(0)
  expect(await list.faults()).toEqual([])

  await list.undo(hold)
  await list.app.judge()
  expect(await list.referrals(1)).toBe(2)
  expect(await list.faults()).toEqual([])

  const { groups } = await list.reviews()
  const line = groups.find(({ held }) => held === 6)!.lines.find(({ kind }) => kind === 'network')!
  const block = line.id.replace('network:', '')
  await list.act({ kind: 'trust-rule', rule: { subject: 'block', value: block, verdict: 'trust' }, select: { block } })
  await visit(
    list.site,
    { email: 'late@mailinator.com', elapsed_ms: 300, used_referral_code: code },
    { from: '31.1.7.9', opens: false },
  )
  await list.app.judge()
  expect(await list.referrals(1)).toBe(9)
  expect(await list.faults()).toEqual([])
})

test('a number that no network can have is refused, and an earlier rule about one keeps no other from being judged', async () => {
  await using list = await listWithFarms()
  const select = { domain: 'mailinator.com' }
  for (const value of ['9223372036854775808', '-9223372036854775809', '99999999999999999999', '-0', '007', '1.5']) {
    const rule = { subject: 'block', value, verdict: 'hold' }
    for (const [url, body, field] of [
      ['/api/admin/acts', { kind: 'trust-rule', rule, select }, 'rule.value'],
      ['/api/admin/acts/preview', { kind: 'trust-rule', rule, select }, 'rule.value'],
      ['/api/admin/acts', { kind: 'accept', select: { block: value } }, 'select.block'],
    ] as const) {
      const answer = await list.owner.post(url, body)
      expect([answer.statusCode, answer.json().error.fields]).toEqual([
        400,
        { [field]: 'must be a network of a review' },
      ])
    }
  }
  for (const value of ['9223372036854775807', '-9223372036854775808', '0'])
    await list.act({ kind: 'trust-rule', rule: { subject: 'block', value, verdict: 'hold' }, select })

  // Earlier versions stored such a number.
  await list.app.rows(
    `insert into trust_rules (subject, value, verdict, act_id, changed_at)
     values ('block', '99999999999999999999', 'hold', gen_random_uuid(), now() - interval '1 day')`,
  )
  await list.act({ kind: 'trust-rule', rule: { subject: 'domain', value: 'mailinator.com', verdict: 'trust' }, select })
  await list.app.judge()
  expect(await list.app.rows('select from trust_rules where not is_judged')).toEqual([])
  expect(await list.referrals(0)).toBe(12)
})

test('a rule about a domain that no mailbox can have is refused with its field', async () => {
  await using list = await listWithFarms()
  for (const value of [
    '',
    'ann@rival.org',
    '@rival.org',
    'https://rival.org',
    '*.rival.org',
    'rival org',
    'rival..org',
    '.org',
  ]) {
    const rule = { subject: 'domain', value, verdict: 'hold' }
    const answer = await list.owner.post('/api/admin/acts', {
      kind: 'trust-rule',
      rule,
      select: { domain: 'rival.org' },
    })
    expect([value, answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([value, 400, ['rule.value']])
  }
  for (const value of ['münchen.example', 'XN--MNCHEN-3YA.example', 'localhost'])
    await list.act({
      kind: 'trust-rule',
      rule: { subject: 'domain', value, verdict: 'hold' },
      select: { domain: value },
    })
})

test('each entry of the list and its profile tell the owner what speaks against it', async () => {
  await using list = await listWithFarms()
  const { entries } = (await list.owner.get('/api/admin/entries?q=bot00')).json()
  const told = expect.arrayContaining([
    expect.objectContaining({ signal: 'disposable-domain', points: 100, reason: 'uses a throw-away mailbox' }),
  ])
  expect(entries[0].signals).toEqual(told)
  expect((await list.owner.get(`/api/admin/entries/${entries[0].id}`)).json().entry.signals).toEqual(told)
})

test('a group tells who is in it and why, page by page', async () => {
  await using list = await listWithFarms()
  const { groups } = await list.reviews()
  const read = async (query = '') => (await list.owner.get(`/api/admin/reviews/${groups[0]!.id}${query}`)).json()

  const { people, next_cursor } = await read()
  expect(people).toHaveLength(12)
  expect(people[0]).toMatchObject({
    email: 'bot00@mailinator.com',
    reasons: expect.arrayContaining(['uses a throw-away mailbox']),
  })
  expect(next_cursor).toBeNull()
  expect((await list.owner.get('/api/admin/reviews/alone')).json().people).toMatchObject([
    { email: 'alone@yopmail.com' },
  ])
  expect(await read('?cursor=e30')).toMatchObject({ error: { code: 'invalid-input' } })
})

test('a preview says how far the referrer moves, and how many people that concerns', async () => {
  await using list = await listWithFarms()
  const { referral_code, email } = list.referrers[0]!
  const preview = async (kind: string) =>
    (await list.owner.post('/api/admin/acts/preview', { kind, select: { code: referral_code } })).json()
  expect(await preview('reject')).toMatchObject({ changed: 12, referrers: 0, moves: [] })
  expect((await preview('accept')).moves).toEqual([
    { id: expect.any(String), email, referral_code, from: 41, to: 1, people: 40 },
  ])

  await list.act({ kind: 'accept', select: { code: referral_code } })
  expect((await preview('reject')).moves).toMatchObject([{ email, from: 1, to: 41 }])
})

test('rules in force are listed, and end with their act, also one about nobody; a later rule outlives an earlier one', async () => {
  await using list = await listWithFarms()
  const rules = async () => (await list.owner.get('/api/admin/trust-rules')).json<TrustRules>().rules
  const rule = (verdict: string, value = 'nobody.example') =>
    list.act({ kind: 'trust-rule', rule: { subject: 'domain', value, verdict }, select: { domain: value } })
  const earlier = await rule('hold')
  await rule('hold', 'mailinator.com')
  expect(await rules()).toMatchObject([
    {
      subject: 'domain',
      value: 'mailinator.com',
      verdict: 'hold',
      people: 18,
      example: expect.stringMatching(/^bot1/),
    },
    { value: 'nobody.example', act_id: earlier, people: 0, example: null },
  ])

  const later = await rule('trust')
  await list.undo(earlier)
  expect(await rules()).toMatchObject([{ value: 'nobody.example', verdict: 'trust' }, { value: 'mailinator.com' }])
  expect((await list.owner.get(`/api/admin/acts/${later}`)).json()).toMatchObject({ can_undo: true })
  await list.undo(later)
  expect(await rules()).toMatchObject([{ value: 'mailinator.com' }])
  expect((await list.owner.get(`/api/admin/acts/${later}`)).json()).toMatchObject({ can_undo: false })
})

test('the undo of a rule brings back the rule that it had replaced', async () => {
  await using list = await listWithFarms()
  const rules = async () =>
    (await list.owner.get('/api/admin/trust-rules'))
      .json<TrustRules>()
      .rules.map(({ verdict, act_id }) => [verdict, act_id])
  const rule = (verdict: string) => {
    const subject = { subject: 'domain', value: 'nobody.example' }
    return list.act({ kind: 'trust-rule', rule: { ...subject, verdict }, select: { domain: subject.value } })
  }
  const [held, trusted] = [await rule('hold'), await rule('trust')]
  expect(await rules()).toEqual([['trust', trusted]])

  const undo = (await list.undo(trusted)).json<{ act_id: string }>().act_id
  expect(await rules()).toEqual([['hold', held]])
  const again = (await list.undo(undo)).json<{ act_id: string }>().act_id
  expect(await rules()).toEqual([['trust', again]])
  await list.undo(held)
  await list.undo(again)
  expect(await rules()).toEqual([])
})

test('figures, list, referrers and file leave out doubtful people on demand; the landing page leaves out rejected ones', async () => {
  await using list = await listWithFarms()
  const { owner } = list
  const numbers = async (query: string) => ({
    figures: (await owner.get(`/api/admin/summary?range=all${query}`)).json().totalSignups,
    list: (await owner.get(`/api/admin/entries?range=all&limit=200${query}`)).json().entries.length,
    file: (await owner.get(`/api/admin/entries.csv?range=all${query}`)).body.trim().split('\n').length - 1,
  })
  const alike = (count: number) => ({ figures: count, list: count, file: count })
  expect(await numbers('')).toEqual(alike(61))
  expect(await numbers('&doubtful=no')).toEqual(alike(42))
  expect(await numbers('&doubtful=yes')).toEqual(alike(19))
  const questionable = async (query = '') =>
    (await owner.get(`/api/admin/summary?range=7d${query}`)).json<Summary>().questionable
  expect(await questionable()).toEqual({ doubtful: 19, rejected: 0 })
  expect(await questionable('&q=bot0')).toEqual({ doubtful: 12, rejected: 0 })

  // The count is at most a second old.
  const SOON = { timeout: 60_000 }
  const shown = async () => (await list.app.app.inject('/api/waitlist/count')).json().count
  const rejection = await list.act({ kind: 'reject', select: { filters: { range: 'all', doubtful: 'yes' } } })
  await expect.poll(shown, SOON).toBe(42)
  expect(await questionable('&solo=yes')).toEqual({ doubtful: 0, rejected: 19 })
  await list.undo(rejection)
  await expect.poll(shown, SOON).toBe(61)
})
