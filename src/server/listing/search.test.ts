import { expect, test } from 'vitest'
import type { EntriesPage } from '#shared/list/entry.ts'
import { filterNames } from '#shared/list/filters.ts'
import { OTHER } from '#shared/site/questions.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'

/** Searches as the owner. Expects the list, the figures and the export to have the same number of people. */
async function finder(app: Awaited<ReturnType<typeof testApp>>, range = 'range=all') {
  const owner = await signIn(app)
  return async (q: string) => {
    const query = `${range}&q=${encodeURIComponent(q)}`
    const { entries } = (await owner.get(`/api/admin/entries?${query}`)).json<EntriesPage>()
    const { totalSignups } = (await owner.get(`/api/admin/summary?${query}`)).json()
    const lines = (await owner.get(`/api/admin/entries.csv?${query}`)).body.trim().split('\r\n').slice(1)
    expect([totalSignups, lines.length]).toEqual([entries.length, entries.length])
    return entries.map(({ email }) => email)
  }
}

test('a search finds names whatever their accents and apostrophes, and what was typed as an answer', async () => {
  await using app = await testApp()
  await app.join({ email: 'aisha@example.com', business_name: 'Aïsha’s Chair' })
  await app.join({ email: 'lodz@example.com', problems: [OTHER], other_problem: 'Parkïng' })
  const find = await finder(app)

  for (const q of ["aisha's", 'AISHA’S', 'aishas chair']) expect([q, await find(q)]).toEqual([q, ['aisha@example.com']])
  expect(await find('parking')).toEqual(['lodz@example.com'])
})

test('what would be SQL is only text, in every filter, in the order and in the place of a page', async () => {
  await using app = await testApp()
  await app.joinMany(2)
  const owner = await signIn(app)
  const names = [...filterNames(), 'sort', 'order', 'cursor', 'page', 'columns', 'limit']

  for (const text of [`' or 1=1 --`, `'); delete from waitlist_entries; --`])
    for (const url of ['/api/admin/entries', '/api/admin/summary', '/api/admin/entries.csv'])
      for (const name of names) {
        const { statusCode, body } = await owner.get(`${url}?${new URLSearchParams({ range: 'all', [name]: text })}`)
        expect({ url, name, text, statusCode }).toMatchObject({ statusCode: expect.toBeOneOf([200, 400]) })
        const isFilter = (filterNames() as string[]).includes(name)
        if (statusCode === 200 && isFilter) expect([name, /person-\d+@/.test(body)]).toEqual([name, false])
      }
  expect(await app.verify()).toEqual([])
  expect(await app.rows('select from waitlist_entries')).toHaveLength(2)
})

test('a search finds codes, also those of an earlier joining, positions and places in line', async () => {
  await using app = await testApp()
  const people = await app.joinMany(8)
  for (const index of [1, 2, 3])
    await app.join({ email: `friend.${index}@example.com`, used_referral_code: people[index]!.referral_code })
  const second = await app.join({ email: people[5]!.email })
  const find = await finder(app)

  const codes = [people[5]!.referral_code, `#${people[5]!.referral_code}`, second.referral_code.toLowerCase()]
  for (const q of codes) expect([q, await find(q)]).toEqual([q, [people[5]!.email]])
  const launch = [people[0], people[1], people[2], people[3]].map((person) => person!.email)
  expect((await find('#1')).toSorted()).toEqual(launch.toSorted())
  expect(await find('4th')).toEqual([people[0]!.email])
  expect(await find('1st')).toEqual([people[1]!.email])
  for (const nobody of ['#5000', '5000th', 'ZZZZZZ']) expect([nobody, await find(nobody)]).toEqual([nobody, []])
})

test('a position, a place in line, a code and a whole address find people whenever they joined, and a text only in its range', async () => {
  await using app = await testApp()
  const [first] = await app.joinMany(3)
  await app.list()
  await app.pool.query(`update waitlist_entries set created_at = created_at - interval '1 year'`)
  await app.pool.query(`update entry_listing set created_at = created_at - interval '1 year'`)

  for (const range of ['range=7d', 'from=2026-01-01&to=2026-01-02']) {
    const find = await finder(app, range)
    for (const q of ['#1', '1st', first!.referral_code, first!.email, ` ${first!.email.toUpperCase()} `])
      expect([q, await find(q)]).toEqual([q, [first!.email]])
    expect(await find(first!.email.slice(0, -1))).toEqual([])
  }
})
