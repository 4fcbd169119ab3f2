import pg from 'pg'
import { expect, test } from 'vitest'
import { type ActingOwner, actingOwner } from '../../../test/people/acting-owner.ts'
import { startMain } from '../../../test/servers/main-server.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { PART_SIZE } from './run-act.ts'
import { longTest } from '../../../test/runs.ts'

const FRIENDS = 2 * PART_SIZE + 50
const ALL = { filters: { range: 'all' } }

longTest('an act and its undo that a kill -9 interrupts go on where they were', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const referrer = await withFriends(app)
  const before = await standing(app)

  const act = await owner.beginAct({ kind: 'reject', select: ALL })
  await killInTheMiddle(app, { owner, act })
  expect(await owner.detail(act)).toMatchObject({ state: 'running', total: FRIENDS + 1, changed: PART_SIZE })
  {
    await using _working = await testApp({ work: true, beside: app })
    expect(await owner.finished(act)).toMatchObject({ state: 'done', changed: FRIENDS + 1, problem: null })
  }
  expect(await app.entry(referrer)).toMatchObject({ position: 1, referrals: 0, is_rejected: true })
  expect(await app.verify()).toEqual([])

  const undo = await owner.beginUndo(act)
  await killInTheMiddle(app, { owner, act: undo })
  await using _again = await testApp({ work: true, beside: app })
  expect(await owner.finished(undo)).toMatchObject({ state: 'done', changed: FRIENDS + 1, skipped: 0 })
  expect(await standing(app)).toEqual(before)
  expect(await app.verify()).toEqual([])
})

test('a stopped act keeps what it has changed, and its undo takes that back', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const referrer = await withFriends(app)
  const before = await standing(app)
  const block = await blockSecondPart(app)
  const act = await owner.beginAct({ kind: 'reject', select: ALL })
  await until(async () => (await owner.detail(act)).changed === PART_SIZE)
  const busy = await owner.post(`/api/admin/acts/${act}/undo`)
  expect([busy.statusCode, busy.json().error.code]).toEqual([409, 'act-running'])
  expect((await owner.post(`/api/admin/acts/${act}/stop`)).statusCode).toBe(202)
  await block.end()

  const stopped = await owner.finished(act)
  expect(stopped).toMatchObject({ state: 'stopped', total: FRIENDS + 1, can_undo: true })
  expect(stopped.changed).toBe(2 * PART_SIZE)
  expect(await app.entry(referrer)).toMatchObject({ is_rejected: true })
  expect(await owner.undo(act)).toMatchObject({ state: 'done', total: stopped.changed, changed: stopped.changed })
  expect(await standing(app)).toEqual(before)
  expect(await app.verify()).toEqual([])
})

test('an act whose part fails says why, and goes on by itself', async () => {
  await using app = await testApp({ work: true, faulty: true })
  const owner = await actingOwner(app)
  await Promise.all(Array.from({ length: PART_SIZE + 1 }, () => app.join()))
  await app.rows('alter table entry_tags rename to away')
  const act = await owner.beginAct({ kind: 'tag', tag: 'vip', select: ALL })
  await until(async () => (await owner.detail(act)).problem !== null)
  expect(await owner.detail(act)).toMatchObject({
    state: 'running',
    changed: 0,
    problem: expect.stringMatching('entry_tags'),
  })
  await app.rows('alter table away rename to entry_tags')
  expect(await owner.finished(act)).toMatchObject({ state: 'done', changed: PART_SIZE + 1, problem: null })
})

/** Joins a person, and friends who use that person's code. Returns the email of the person. */
async function withFriends(app: TestApp): Promise<string> {
  const { email, referral_code } = (await app.joinMany(1))[0]!
  await Promise.all(Array.from({ length: FRIENDS }, () => app.join({ used_referral_code: referral_code })))
  expect(await app.entry(email)).toMatchObject({ referrals: FRIENDS, position: placeAfter(1, FRIENDS) })
  return email
}

/** Locks an entry of the second part of an act on everybody, until the connection ends. */
async function blockSecondPart({ database }: TestApp): Promise<pg.Client> {
  const client = new pg.Client(database.connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(`select from waitlist_entries where id = (
    select id from waitlist_entries order by id offset ${PART_SIZE + 10} limit 1) for update`)
  return client
}

/** Kills a server that is in the second part of the act, and releases its job. */
async function killInTheMiddle(app: TestApp, { owner, act }: { owner: ActingOwner; act: string }) {
  const block = await blockSecondPart(app)
  const dying = startMain(app.database)
  await until(async () => (await owner.detail(act)).changed === PART_SIZE)
  dying.child.kill('SIGKILL')
  await dying.end
  await block.end()
  // Other servers take it over themselves, once its claim has ended.
  await app.rows(`update outbox set claimed_until = now() where channel = 'run-act'`)
}

function standing(app: TestApp) {
  return app.rows('select id, position, referrals, is_rejected, is_doubtful from waitlist_entries order by id')
}
