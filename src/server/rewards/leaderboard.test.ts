import { expect, onTestFinished, test } from 'vitest'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import type { Board } from '#shared/joining/leaderboard.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { callPlace } from '../../../test/people/place-holder.ts'
import { bring } from '../../../test/people/reward-owner.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

type Person = Awaited<ReturnType<TestApp['joinMany']>>[number]

const read = async (app: TestApp, { browser_token }: Person): Promise<Board> =>
  (await callPlace(app, browser_token!, { url: '/api/place/board' })).json()
const choose = (app: TestApp, { browser_token }: Person, name: string) =>
  callPlace(app, browser_token!, { method: 'PUT', url: '/api/place/board', payload: { name } })
const remove = (app: TestApp, { browser_token }: Person) =>
  callPlace(app, browser_token!, { method: 'DELETE', url: '/api/place/board' })
const namesOn = (board: Board) => board!.rows.map(({ rank, name, friends }) => [rank, name, friends])

test('only people who chose a name are shown, by friends who count, ten of them and oneself', async () => {
  await using app = await testApp({ hasLeaderboard: true })
  const owner = await actingOwner(app)
  const people = await app.joinMany(13)
  for (const [index, person] of people.entries()) await bring(app, person.referral_code, 13 - Math.min(index, 11))
  expect(await read(app, people[12]!)).toEqual({ rows: [], own: null })
  for (const [index, person] of people.slice(0, 12).entries())
    expect((await choose(app, person, ` Zoë ${'abcdefghijkl'[index]!} `)).statusCode).toBe(200)
  const last = await read(app, people[11]!)
  expect(last!.rows).toHaveLength(11)
  expect(last!.rows[0]).toEqual({ rank: 1, name: 'Zoë a', friends: 13, is_own: false })
  expect(last!.rows[10]).toEqual({ rank: 12, name: 'Zoë l', friends: 2, is_own: true })
  expect((await read(app, people[12]!))!.rows).toHaveLength(10)

  const [friend] = await app.rows(
    `select id from waitlist_entries where inviter_id = (select id from waitlist_entries where email = '${people[0]!.email}') limit 1`,
  )
  await owner.act({ kind: 'reject', select: { ids: [friend.id, (await app.entry(people[1]!.email)).id] } })
  expect(namesOn(await read(app, people[12]!)).slice(0, 2)).toEqual([
    [1, 'Zoë a', 12],
    [2, 'Zoë c', 11],
  ])
  await owner.act({ kind: 'erase', select: { ids: [(await app.entry(people[0]!.email)).id] } })
  expect((await remove(app, people[2]!)).json()).toMatchObject({ own: null })
  expect(namesOn(await read(app, people[12]!))[0]).toEqual([1, 'Zoë d', 10])
  expect(JSON.stringify(await app.rows('select * from board_names'))).not.toMatch(/Zoë [ac]/)
  expect(await app.verify()).toEqual([])
})

test('a name has letters, at most 24, and is no slur; one that the owner took off stays off until it is put back', async () => {
  await using app = await testApp({ hasLeaderboard: true })
  const owner = await actingOwner(app)
  const [ada] = await app.joinMany(1)
  await bring(app, ada!.referral_code, 1)
  for (const name of [
    '',
    ' ',
    'x'.repeat(25),
    'a1',
    'ada@example.com',
    'a  b',
    '<b>',
    'Hïtler',
    'f u c k',
    'F-uuuck-y',
    '\u3164',
    'A\u034fda',
    'A\u{e0100}',
    'A\u202eda',
    `A${'\u0301'.repeat(5)}`,
    'Adа',
    'Νora',
    'hıtłer',
    'ᴄᴜɴᴛ',
  ])
    expect([name, (await choose(app, ada!, name)).json()]).toMatchObject([
      name,
      { error: { fields: { name: expect.any(String) } } },
    ])
  for (const name of [
    'Ada',
    'Anne-Marie',
    'O’Neil',
    'أمل',
    'Nguyễn Ánh',
    'Nguyễn Ánh'.normalize('NFD'),
    'Łukasz',
    'Kaʻiulani',
    'Анна Maria',
    'မြှောင့်',
    'Scunthorpe Ann'.slice(11),
  ])
    expect([name, (await choose(app, ada!, name)).statusCode]).toEqual([name, 200])
  await choose(app, ada!, 'Ada')
  const { names } = await owner.read<{ names: { id: string }[] }>('/api/admin/board')
  expect(names).toMatchObject([{ email: ada!.email, name: 'Ada', friends: 1, is_taken_off: false }])
  const set = (is_taken_off: boolean) => owner.patch(`/api/admin/board/${names[0]!.id}`, { is_taken_off })
  expect((await set(true)).statusCode).toBe(204)
  expect(await read(app, ada!)).toEqual({ rows: [], own: { name: 'Ada', is_taken_off: true } })
  expect((await choose(app, ada!, 'Eve')).statusCode).toBe(400)
  await remove(app, ada!)
  expect((await read(app, ada!))!.own).toMatchObject({ is_taken_off: true })
  await set(false)
  expect(namesOn(await read(app, ada!))).toEqual([[1, 'Ada', 1]])
})

test('without a leaderboard nobody is shown and nobody can choose a name', async () => {
  await using app = await testApp()
  const [ada] = await app.joinMany(1)
  expect(await read(app, ada!)).toBeNull()
  expect((await choose(app, ada!, 'Ada')).statusCode).toBe(404)
  expect(await app.rows('select from board_names')).toEqual([])
})

test('the page of the leaderboard shows everybody the same people, in each language, to no search engine, and only while it is on', async () => {
  await using app = await testApp({ dist: DIST, hasLeaderboard: true, hasLeaderboardPage: true })
  const open = (url = '/leaderboard') => app.app.inject({ url, headers: { accept: 'text/html' } })
  const { empty, title } = site().place.board
  expect((await open()).body).toContain(empty)
  const people = await app.joinMany(13)
  for (const [index, person] of people.entries()) {
    if (index !== 1) await choose(app, person, `Zoë ${'abcdefghijklm'[index]!}`)
    await bring(app, person.referral_code, 14 - index)
  }
  const { body, headers, statusCode } = await open()
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toContain(`<title>${title} | `)
  expect(body).toContain('<meta name="robots" content="noindex" />')
  const rows = [...body.matchAll(/<li class="flex items-baseline(.*?)<\/li>/gs)].map(([, row]) => wordsOf(row!))
  expect(rows).toHaveLength(10)
  expect([rows[0], rows[1], rows[9]]).toEqual(['1 Zoë a 14 friends', '2 Zoë c 12 friends', '10 Zoë k 4 friends'])
  expect(body).not.toMatch(/aria-current="true"|Zoë [blm]\b/)
  expect(body).not.toContain(people[0]!.email)
  expect((await app.app.inject('/sitemap.xml')).body).not.toContain('/leaderboard')

  const before = site()
  setSite(siteOf({ languages: { first: 'en', others: ['de'], texts: {} } }))
  onTestFinished(() => setSite(before))
  const german = (await open('/de/leaderboard')).body
  expect(german).toContain('<title>Bestenliste | ')
  expect(german).toMatch(/Zoë a.*?14 Personen/s)

  for (const isOn of [{ hasLeaderboard: true }, { hasLeaderboard: false }]) {
    await using off = await testApp({ dist: DIST, ...isOn })
    const answer = await off.app.inject({ url: '/leaderboard', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.body.includes('data-missing')]).toEqual([404, true])
  }
})

function wordsOf(html: string): string {
  return html
    .replace(/^[^>]*>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u2066-\u2069]+/g, ' ')
    .trim()
}
