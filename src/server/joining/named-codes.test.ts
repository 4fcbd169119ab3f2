import { expect, test } from 'vitest'
import type { NamedCode } from '#shared/list/named-codes.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { testApp } from '../../../test/test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

async function codeOwner(app: App) {
  const owner = await actingOwner(app)
  return {
    ...owner,
    add: (code: string, limits: { ends_on?: string | null; most?: number | null } = {}) =>
      owner.post('/api/admin/codes', { code, ...limits }),
    change: (code: string, change: object) =>
      owner.patch(`/api/admin/codes/${code}`, { ends_on: null, most: null, is_ended: false, ...change }),
    codes: async () => (await owner.read<{ codes: NamedCode[] }>('/api/admin/codes')).codes,
  }
}

const kindOf = async (app: App, code: string) => (await app.app.inject(`/api/referral-codes/${code}`)).json()

test('who joins with a named code is counted for it, credits nobody, and gets the head start of the rule, if there is one', async () => {
  await using app = await testApp()
  const owner = await codeOwner(app)
  await app.joinMany(9)
  expect((await owner.add(' salonweek ')).statusCode).toBe(204)
  await app.join({ email: 'zoe@example.com', used_referral_code: 'Sal0nweek' })
  expect(await app.entry('zoe@example.com')).toMatchObject({ position: 10, named_code: 'SALONWEEK', inviter_id: null })

  await owner.act({ kind: 'referral-rule', places: 5, cap: null, bonus: 3 })
  expect(await app.entry('zoe@example.com')).toMatchObject({ position: 7 })
  expect(await kindOf(app, 'SALONWEEK')).toEqual({ kind: 'named', bonus: 3 })
  const { position } = await app.join({ email: 'ada@example.com', used_referral_code: 'SALONWEEK' })
  expect(position).toBe(8)
  await owner.act({ kind: 'reject', select: { ids: [(await app.entry('ada@example.com')).id] } })
  expect(await owner.codes()).toMatchObject([{ code: 'SALONWEEK', joined: 2, confirmed: 0, counted: 1 }])

  const found = await owner.read<{ entries: { email: string; named_code: string }[] }>(
    '/api/admin/entries?range=all&named_code=SALONWEEK&rejected=no',
  )
  expect(found.entries).toMatchObject([{ email: 'zoe@example.com', named_code: 'SALONWEEK' }])
  const { id } = await app.entry('zoe@example.com')
  await owner.act({ kind: 'erase', select: { ids: [id] } })
  expect(await owner.codes()).toMatchObject([{ joined: 1, counted: 0 }])
  expect(await app.verify()).toEqual([])
})

test('a visit that opens the link of a code in force is counted for it, from the day of the migration on', async () => {
  await using app = await testApp({ work: true })
  const owner = await codeOwner(app)
  await owner.add('SALONWEEK')
  await owner.add('OVER', { ends_on: '2026-01-31' })
  await app.join({ used_referral_code: 'SALONWEEK' })
  await app.rows('update named_codes set visits_since = now()')
  await app.join({ used_referral_code: 'SALONWEEK' })
  const ada = await app.join({ email: 'ada@example.com' })
  const visit = ({ code, ...payload }: { code?: string; name: string; path?: string }) =>
    app.app.inject({
      method: 'POST',
      url: '/api/events',
      payload,
      headers: code === undefined ? {} : { referer: `http://localhost/?${new URLSearchParams({ ref: code })}` },
    })
  const landing = { name: 'page_view', path: '/' }
  const codes = async () => {
    const found = await owner.codes()
    return Object.fromEntries(
      found.map(({ code, visits, joined, joined_since }) => [code, { visits, joined, joined_since }]),
    )
  }
  await expect
    .poll(
      async () => {
        await visit({ ...landing, code: ' salonweek' })
        return (await codes()).SALONWEEK!.visits
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  for (const code of ['OVER', 'NOBODY', ada.referral_code, '']) await visit({ ...landing, code })
  await visit({ ...landing, path: '/contact', code: 'SALONWEEK' })
  await visit({ name: 'referral_used', code: 'SALONWEEK' })
  await visit(landing)
  expect(await codes()).toMatchObject({ SALONWEEK: { joined: 2, joined_since: 1 }, OVER: { visits: 0, joined: 0 } })
  await app.app.close()
  expect(await app.rows(`select distinct event, detail from analytics_counts where event = 'code_visit'`)).toEqual([
    { event: 'code_visit', detail: 'SALONWEEK' },
  ])
})

test('with an ended or full code people join as without one, also several at once', async () => {
  await using app = await testApp()
  const owner = await codeOwner(app)
  await owner.act({ kind: 'referral-rule', places: 5, cap: null, bonus: 2 })
  await owner.add('FIRST', { most: 3 })
  await owner.add('PAST', { ends_on: '2026-01-31' })
  await owner.add('OVER')
  expect((await owner.change('OVER', { is_ended: true })).statusCode).toBe(204)
  await app.joinMany(4)
  await Promise.all([1, 2, 3, 4, 5].map((n) => app.join({ email: `f${n}@example.com`, used_referral_code: 'FIRST' })))
  for (const code of ['PAST', 'OVER', 'FIRST']) {
    const before = (await app.rows('select last_position as at from waitlist_counter'))[0].at
    expect(await app.join({ used_referral_code: code })).toMatchObject({ position: before + 1 })
    expect(await kindOf(app, code)).toEqual({ kind: 'ended', bonus: 0 })
  }
  expect(await app.rows('select named_code, count(*)::int from waitlist_entries group by 1 order by 1')).toEqual([
    { named_code: 'FIRST', count: 3 },
    { named_code: null, count: 9 },
  ])

  await owner.change('OVER', { is_ended: false })
  await app.join({ email: 'late@example.com', used_referral_code: 'over' })
  expect(await app.entry('late@example.com')).toMatchObject({ named_code: 'OVER' })
  expect(await app.verify()).toEqual([])
})

test('a code that somebody has, or that looks like one, is refused, and nobody is given a named code', async () => {
  await using app = await testApp({ draw: () => draws.shift() ?? crypto.randomUUID().slice(0, 6).toUpperCase() })
  const draws = ['AAAAAA', 'BBBBBB', 'SALONS']
  const owner = await codeOwner(app)
  const ada = await app.join({ email: 'ada@example.com' })
  const refused = await owner.add(ada.referral_code)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { error: { fields: { code: expect.stringContaining('taken') } } },
  ])
  for (const code of ['AB', 'with space', 'é-é-é', '-DASH', 'X'.repeat(25)])
    expect([code, (await owner.add(code)).json()]).toMatchObject([
      code,
      { error: { fields: { code: expect.any(String) } } },
    ])
  expect((await owner.add('FULL', { most: 0 })).json()).toMatchObject({
    error: { fields: { most: expect.any(String) } },
  })
  await owner.add('SALONS')
  expect((await owner.add('SAL0NS')).statusCode).toBe(400)
  expect((await owner.add('SALONS')).statusCode).toBe(400)
  const { referral_code } = await app.join({ email: 'zoe@example.com' })
  expect(referral_code).not.toBe('SALONS')
  expect((await owner.change('NOBODY', {})).statusCode).toBe(404)
  expect(await app.verify()).toEqual([])
})

test('an import brings nobody by a named code, and gives nobody the code', async () => {
  await using app = await testApp({ work: true })
  const owner = Object.assign(await importingOwner(app), await codeOwner(app))
  await owner.add('SALONWEEK')
  await owner.importFile(
    'email,referral_code,used_referral_code\nada@example.com,SALONWEEK,\nzoe@example.com,,SALONWEEK\n',
  )
  expect(await app.rows('select named_code from waitlist_entries')).toEqual([
    { named_code: null },
    { named_code: null },
  ])
  expect(await owner.codes()).toMatchObject([{ joined: 0 }])
  expect(await app.verify()).toEqual([])
})
