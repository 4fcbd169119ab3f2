import { expect, test } from 'vitest'
import type { Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import type { Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { joinRequest, type TestApp, testApp } from '../../../../test/test-app.ts'
import { addMark } from '../../trust/marks.ts'
import { lockCounter } from '../rows/counter.ts'
import { prepareList } from '../prepare-list.ts'
import { readCalendar } from '../sql/read-tally.ts'
import { readSummary } from '../read-summary.ts'
import { createColumnStore } from './column-store.ts'
import { openSource } from './read-columns.ts'
import { inTransaction } from '../../db/query.ts'
import { onOwnClient } from '../../db/pool.ts'

test('columns in memory follow every change before the next answer', async () => {
  await using app = await testApp({ columns: {}, work: true })
  await using other = await testApp({ beside: app })
  const owner = await actingOwner(app)
  const [one, two, three] = await app.joinMany(3)
  const ids = await Promise.all([one, two, three].map(async (person) => (await app.entry(person!.email)).id))
  expect(await positions(app, { state: 'waiting' })).toEqual([1, 2, 3])

  await other.join({ email: 'four@example.com', used_referral_code: one!.referral_code, utm: { campaign: ' Spring' } })
  expect(await positions(app, { referred: 'yes' })).toEqual([4])
  expect(await positions(app, { campaign: 'SPRING' })).toEqual([4])

  await other.join(joinRequest({ email: two!.email, goals: ['Other'], other_goal: 'Rest' }))
  expect(await positions(app, { goal: 'Other' })).toEqual([2])

  await owner.act({ kind: 'tag', tag: 'vip', select: { ids: [ids[0], ids[2]] } })
  await owner.act({ kind: 'tag', tag: 'vip', remove: true, select: { ids: [ids[0]] } })
  expect(await positions(app, { tag: 'VIP' })).toEqual([3])

  const { id: rejection } = await owner.act({ kind: 'reject', select: { ids: [ids[1]] } })
  expect(await positions(app, { rejected: 'yes' })).toEqual([2])
  await owner.undo(rejection)
  expect(await positions(app, { rejected: 'no' })).toEqual([1, 2, 3, 4])

  await decide(app, (tx) => addMark(tx, [ids[0]], 'trap'))
  expect(await positions(app, { doubtful: 'yes' })).toEqual([1])

  await erase(app, ids[0])
  expect(await positions(app, { state: 'waiting' })).toEqual([2, 3, 4])
})

test('the days of columns in memory are those of the owner, also after the time zone has changed', async () => {
  await using app = await testApp({ columns: {} })
  await app.join()
  await app.list()
  await app.rows(`update entry_listing set created_at = '2026-03-01T23:30:00Z'`)
  const daysIn = async (timeZone: string) => {
    await onOwnClient(app.database.connection, (client) => prepareList(client, { timeZone }))
    const { tally } = await readSummary(app.pool, { range: 'all', state: 'waiting' }, new Date(), app.columns)
    return tally.days.map(({ day }) => day)
  }

  expect(await daysIn('Europe/London')).toEqual(['2026-03-01'])
  expect(await daysIn('Asia/Tokyo')).toEqual(['2026-03-02'])
})

test('after a lost connection, everything is read again', async () => {
  await using app = await testApp({ columns: {}, faulty: true })
  await app.joinMany(2)
  expect(await positions(app, { state: 'waiting' })).toEqual([1, 2])

  // This update leaves `updated_at` as it is, so only a new connection reads the change.
  await app.rows(`update waitlist_entries set state = 'invited' where joined_position = 1`)
  await app.rows(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'firstchair columns' and datname = current_database()`)
  await app.columns.find(await questionOf(app, { state: 'waiting' }))

  expect(await positions(app, { state: 'waiting' })).toEqual([2])
})

test('the database answers while the columns cannot be read', async () => {
  await using app = await testApp({ columns: {}, faulty: true })
  await app.joinMany(2)
  await app.rows('alter table entry_tags rename to elsewhere')

  await app.list()
  const { totalSignups } = await readSummary(app.pool, { range: 'all', state: 'waiting' }, new Date(), app.columns)
  expect(totalSignups).toBe(2)

  await app.rows('alter table elsewhere rename to entry_tags')
  expect(await positions(app, { state: 'waiting' })).toEqual([1, 2])
})

test('questions that were published while the columns could not be read filter the next answers', async () => {
  const before = site()
  const question: Question = { name: 'rents_chair', kind: 'yes-no', label: 'Rents', question: 'Do you rent a chair?' }
  setSite(siteOf({ questions: [...sourceSite.questions, question] }))
  try {
    await using app = await testApp({ columns: {}, faulty: true })
    for (const rents_chair of [true, false]) await app.join(joinRequest({ rents_chair }))
    await app.list()
    await app.rows('alter table entry_tags rename to elsewhere')
    expect(await app.columns.find(await questionOf(app, { answer_rents_chair: 'Yes' }))).toBeNull()
    await app.rows('alter table elsewhere rename to entry_tags')
    expect(await positions(app, { answer_rents_chair: 'Yes' })).toEqual([1])
  } finally {
    setSite(before)
  }
})

test('changes of a transaction that is under way while columns are read are read again', async () => {
  await using app = await testApp()
  await app.joinMany(1)
  await inTransaction(app.pool, async (tx) => {
    const { rows } = await tx.query<{ begun: Date }>(`select now() as begun`)
    const { client, since } = await openSource(app.database.connection, 'Europe/London')
    await client.end()
    expect(Date.parse(since)).toBeLessThanOrEqual(rows[0]!.begun.getTime() - 60_000)
  })
})

test('a short list is not read into memory, nor is anything for a search', async () => {
  await using app = await testApp({ columns: {} })
  await app.joinMany(2)
  const onProblem = (sentence: string) => expect.fail(sentence)
  const store = createColumnStore({ connection: app.database.connection, onProblem })
  const question = await questionOf(app, { state: 'waiting' })

  store.warmUp(question.calendar)
  expect(await store.find(question)).toBeNull()
  expect(await app.columns.find(await questionOf(app, { state: 'waiting', q: 'example' }))).toBeNull()
  expect(await app.columns.find(await questionOf(app, { industry: 'Barber' }))).toBeNull()
  await store.close()
})

/** Returns the joining positions that the column store finds for these filters. */
async function positions(app: TestApp, filters: Partial<Filters>): Promise<number[]> {
  await app.list()
  const found = await app.columns.find(await questionOf(app, filters))
  return JSON.parse(`[${found!.positions!.slice(1, -1)}]`)
}

async function questionOf(app: TestApp, filters: Partial<Filters>) {
  const calendar = await readCalendar(app.pool)
  const period = periodOf({ range: 'all' }, { now: new Date(), timeZone: calendar.timeZone })
  return { filters, period, calendar }
}

function decide(app: TestApp, work: Parameters<typeof inTransaction>[1]) {
  return inTransaction(app.pool, async (tx, commit) => {
    await lockCounter(tx)
    await work(tx, commit)
  })
}

async function erase(app: TestApp, id: string) {
  await app.rows(
    `with gone as (delete from entry_listing where entry_id = $1)
     update waitlist_entries set email = null, erased_at = now(), updated_at = now() where id = $1`,
    id,
  )
}
