import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { EntryDetail } from '#shared/list/entry.ts'
import { erasingOwner } from '../../../../test/people/erasing-owner.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { LoggedEvent } from '../../people/events/followers.ts'
import { createFollower } from '../../outbox/follow.ts'
import { enqueue } from '../../outbox/rows.ts'
import { recordBounce } from '../../deliveries/mail/bounces.ts'
import { reserveMail } from '../../deliveries/mail/may-go-out.ts'
import { insertOptOut } from '../../people/opt-outs.ts'
import { forgetting } from './forgetting.ts'
import { inTransaction } from '../../db/query.ts'

const ERASED = 'erased@example.com'

test('an erased entry keeps its number and its codes, and takes what it brought its inviter along', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  await app.joinMany(6)
  const referrer = await joined(app)
  const gone = await joined(app, { email: ERASED, used_referral_code: referrer.referral_code })
  const friend = await joined(app, { used_referral_code: gone.referral_code })

  const preview = (await owner.post('/api/admin/acts/preview', { kind: 'erase', select: { ids: [gone.id] } })).json()
  expect(preview).toMatchObject({ total: 1, changed: 1, can_undo: false })
  expect(preview.warning).toContain('You can’t undo this.')
  const asked = await owner.post('/api/admin/acts', { kind: 'erase', select: { ids: [gone.id] } })
  expect(asked.json().warning).toBe(preview.warning)
  const act = await owner.finished(asked.json().act_id)

  expect(act).toMatchObject({ state: 'done', changed: 1, can_undo: false })
  expect(act.erased).toEqual({ sums: [] })
  expect((await owner.post(`/api/admin/acts/${act.id}/undo`)).json().error.code).toBe('act-final')
  expect(await app.entry(referrer.email)).toMatchObject({ position: 7, referrals: 0 })
  expect((await app.rows('select referrals from waitlist_entries where id = $1', gone.id))[0].referrals).toBe(1)
  expect((await owner.get(`/api/admin/entries/${gone.id}`)).statusCode).toBe(410)
  expect((await app.app.inject('/api/waitlist/count')).json()).toEqual({ count: 8 })
  await app.join({ used_referral_code: gone.referral_code })
  expect(await app.friends()).toMatchObject([{ friend_id: friend.id }])
  expect(await app.verify()).toEqual([])
})

test('an erased person may join again as somebody new, and brings the credit back', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  const [referrer, another] = [await joined(app), await joined(app)]
  for (const email of [ERASED, 'careful@example.com']) await joined(app, { email })
  await owner.erase(...(await idsOf(app, [ERASED, 'careful@example.com'])))

  const used_referral_code = referrer.referral_code
  expect(await app.join({ email: ERASED, used_referral_code })).toMatchObject({ status: 201, position: 5 })
  // The first two drawn codes are taken, so the next batch stores this newcomer.
  const draws = [referrer.referral_code, another.referral_code, 'FREE01']
  await using carefully = await testApp({ beside: app, draw: () => draws.shift()! })
  await carefully.join({ email: 'careful@example.com', used_referral_code })
  await app.join({ email: 'friend@example.com', used_referral_code })

  expect(await app.entry(referrer.email)).toMatchObject({ referrals: 3 })
  expect(await app.entry(ERASED)).toMatchObject({ used_referral_code, is_rejected: false })
  expect(await app.verify()).toEqual([])
})

test('a rejection still applies to an erased person who joins again, until the owner accepts them or the hash goes', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  const person = await joined(app, { email: ERASED })
  await owner.act({ kind: 'reject', select: { ids: [person.id] } })
  await owner.erase(person.id)

  const again = await joined(app, { email: ERASED })
  const { entry } = await owner.read<EntryDetail>(`/api/admin/entries/${again.id}`)
  expect(entry).toMatchObject({ email: ERASED, rejected: true, rejected_before: true })
  expect(await app.verify()).toEqual([])
  await owner.act({ kind: 'accept', select: { ids: [again.id] } })
  await owner.erase(again.id)
  const accepted = await joined(app, { email: ERASED })
  expect(await app.entry(ERASED)).toMatchObject({ is_rejected: false })

  await owner.act({ kind: 'reject', select: { ids: [accepted.id] } })
  await owner.erase(accepted.id)
  await app.rows(`update erased_addresses set erased_at = now() - interval '30 days 1 minute'`)
  await forgetNow(app, 31)
  expect(await app.rows('select was_rejected from erased_addresses')).toEqual([{ was_rejected: true }])
  await forgetNow(app, 30)
  expect(await app.rows('select from erased_addresses')).toEqual([])
  await app.join({ email: ERASED })
  expect(await app.entry(ERASED)).toMatchObject({ is_rejected: false })
  expect(await app.verify()).toEqual([])
})

test('an address that no service has erased in time is forgotten, and the act says so', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  const { id } = await joined(app)
  await app.rows(
    `insert into outbox (subject, channel, state, remote_id) values ($1, 'add-to-notion', 'done', 'x')`,
    id,
  )
  const act = await owner.erase(id)
  expect(act.erased!.sums).toEqual([{ service: 'notion', outcome: 'waiting', people: 1 }])

  await app.rows(`update outside_remains set created_at = now() - interval '31 days'`)
  await forgetNow(app, 30)
  expect(await app.rows('select from outside_remains')).toEqual([])
  expect(await app.waiting('erase-from-notion')).toEqual([])
  expect((await owner.detail(act.id)).erased!.sums).toEqual([{ service: 'notion', outcome: 'given up', people: 1 }])
  expect(await app.verify()).toEqual([])
})

test('people are erased once what is being delivered to them has ended, and the others meanwhile', async () => {
  await using app = await testApp({ work: true })
  const owner = await erasingOwner(app)
  const [busy, referrer, idle] = [await joined(app), await joined(app), await joined(app)]
  const friend = await joined(app, { used_referral_code: referrer.referral_code })
  await app.rows(
    `insert into outbox (subject, friend_id, channel, state, claimed_until)
     values ($1, null, 'add-to-notion', 'waiting', now() + interval '1 hour'),
       ($2, $3, 'send-referral-notification', 'waiting', now() + interval '1 hour')`,
    busy.id,
    referrer.id,
    friend.id,
  )

  const act = await owner.beginAct({ kind: 'erase', select: { ids: [busy.id, idle.id, friend.id] } })
  await until(async () => (await owner.detail(act)).changed === 1)
  expect(await owner.detail(act)).toMatchObject({ state: 'running', skipped: 0 })
  expect(await erasedIds(app)).toEqual([idle.id])
  await app.rows('update outbox set claimed_until = null')
  expect(await owner.finished(act)).toMatchObject({ state: 'done', changed: 3 })
  expect(await erasedIds(app)).toEqual([busy.id, idle.id, friend.id].sort())
  expect(await app.verify()).toEqual([])
})

test('what began before the erasure writes nothing about the person', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  const referrer = await joined(app)
  const person = await joined(app, { email: ERASED, used_referral_code: referrer.referral_code })
  const events = await app.rows('select seq, entry_id, kind, at, act_id, data from events order by seq')
  await owner.erase(person.id)

  const { step } = createFollower(() => true)
  await inTransaction(app.pool, (tx) => step(tx, events as LoggedEvent[]))
  const about = { subject: referrer.id, friend_id: person.id }
  await enqueue(app.pool, 'send-referral-notification', [about])
  await enqueue(app.pool, 'add-to-notion', [person.id])
  await recordBounce(app.pool, person.id, 'No such user')
  await reserveMail(app.pool, person.id)
  await insertOptOut(app.pool, person.id)

  const left = await app.rows('select channel from outbox where $1 in (subject, friend_id)', person.id)
  expect(left).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('two owners who erase and reject the same people at once leave them erased, and erasing again changes nothing', async () => {
  await using app = await testApp({ work: true })
  await using other = await testApp({ beside: app })
  const [one, two] = [await erasingOwner(app), await erasingOwner(other)]
  await app.joinMany(20)
  const select = { ids: (await app.rows('select id from waitlist_entries')).map(({ id }) => id) }

  const acts = await Promise.all([
    one.beginAct({ kind: 'erase', select }),
    two.beginAct({ kind: 'reject', select }),
    two.beginAct({ kind: 'erase', select }),
    one.beginAct({ kind: 'note', text: 'Nobody reads this', select }),
  ])
  const [first, , second] = await Promise.all(acts.map((id) => one.finished(id)))
  expect(first!.changed + second!.changed).toBe(20)
  expect(await one.erase(...select.ids)).toMatchObject({ changed: 0, skipped: 20, reasons: [{ reason: 'erased' }] })
  expect(await erasedIds(app)).toHaveLength(20)
  const hashes = await app.rows('select was_rejected from erased_addresses')
  expect(hashes).toHaveLength(20)
  expect(await app.verify()).toEqual([])
})

test('somebody who joins again in the same second is a new entry, and stays', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  let joins = 0
  for (let round = 0; round < 10; round += 1) {
    const { id } = await joined(app, { email: ERASED })
    const erasing = owner.beginAct({ kind: 'erase', select: { ids: [id] } }).then((act) => owner.finished(act))
    let isOver = false
    void erasing.finally(() => (isOver = true))
    while (!isOver) await app.join({ email: ERASED, business_name: `Chair ${round}` })
    expect(await erasing).toMatchObject({ changed: 1 })
    const [still] = await app.rows('select id from waitlist_entries where email = $1', ERASED)
    joins += Number(still !== undefined)
    if (still) await owner.erase(still.id)
  }
  expect(joins).toBeGreaterThan(0)
  expect(await app.rows('select from waitlist_entries where erased_at is null')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('nobody is erased while the journal cannot be written', async () => {
  await using app = await testApp({ dataDir: '/proc/nowhere' })
  const owner = await erasingOwner(app)
  const { id } = await joined(app)
  const refused = await owner.post('/api/admin/acts', { kind: 'erase', select: { ids: [id] } })
  expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'no-journal'])
  expect(await erasedIds(app)).toEqual([])
})

test('the journal names every erased entry, and a torn line in it does no harm', async () => {
  await using app = await testApp()
  const owner = await erasingOwner(app)
  const [first, second] = [await joined(app), await joined(app)]
  await owner.erase(first.id)
  const file = `${app.dataDir}/erased-entries`
  expect(await readFile(file, 'utf8')).toBe(`\n${first.id}\n`)
  await owner.erase(second.id)
  expect(await readFile(file, 'utf8')).toBe(`\n${first.id}\n\n${second.id}\n`)
})

async function forgetNow(app: TestApp, retentionDays: number): Promise<void> {
  const config = () => ({ retentionDays, confirmDays: 14 })
  for (const { run } of forgetting({ pool: app.pool, config, isClockSteady: async () => false }))
    await run(new AbortController().signal)
}

async function joined(app: TestApp, changes: Parameters<TestApp['join']>[0] = {}) {
  const email = changes.email ?? `erase-${crypto.randomUUID()}@example.com`
  const { referral_code } = await app.join({ ...changes, email })
  return { id: (await app.entry(email)).id as string, email, referral_code }
}

async function idsOf(app: TestApp, emails: string[]): Promise<string[]> {
  return (await app.rows('select id from waitlist_entries where email = any($1)', emails)).map(({ id }) => id)
}

async function erasedIds(app: TestApp): Promise<string[]> {
  return (await app.rows('select entry_id from erasures order by entry_id')).map(({ entry_id }) => entry_id)
}
