import { expect, test } from 'vitest'
import { PlaceExport } from '#shared/joining/place-export.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { allServices } from '../../../test/services/all-services.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { testApp } from '../../../test/test-app.ts'
import { dropCorrections } from './kinds/correct-email.ts'

const [TYPO, RIGHT] = ['ada@exmaple.com', 'ada@example.com']

test('a corrected address is used everywhere, and its undo gives back the one before', async () => {
  await using all = await allServices()
  const { app, beehiiv } = all
  await app.join({ email: TYPO })
  await hurryUntil(app, () => isQueueIdle(app))
  const owner = await actingOwner(app)
  const { id } = await app.entry(TYPO)
  const select = { ids: [id] }

  const act = await owner.act({ kind: 'correct-email', email: ' Ada@Example.com ', select })
  expect(act).toMatchObject({ state: 'done', changed: 1, params: {}, can_undo: true, person: { email: RIGHT } })
  await hurryUntil(app, () => isQueueIdle(app))
  expect(all.pages().map(({ properties }) => properties.Email.email)).toEqual([RIGHT])
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual([RIGHT])
  expect(all.mailsTo(RIGHT).at(-1)!.text).toContain('/place#')
  expect((await owner.get('/api/admin/entries?q=ada@example.com')).json().entries).toHaveLength(1)
  expect((await owner.get('/api/admin/entries?q=exmaple')).json().entries).toEqual([])
  expect(await owner.act({ kind: 'correct-email', email: RIGHT, select })).toMatchObject({ changed: 0, unchanged: 1 })
  const logged = JSON.stringify(await app.rows('select acts.*, e.* from acts join act_entries e on act_id = id'))
  expect(logged).not.toContain('ada@')

  const undo = await owner.undo(act.id)
  expect(undo).toMatchObject({ changed: 1, skipped: 0 })
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await app.entry(TYPO)).toMatchObject({ id })
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual([TYPO])
  expect(await owner.act({ kind: 'correct-email', email: RIGHT, select })).toMatchObject({ changed: 1 })
  expect(await app.entry(RIGHT)).toMatchObject({ id })
  const token = await mailedToken(app, RIGHT)
  // The person's own file tells what was corrected.
  const file = PlaceExport.parse((await callPlace(app, token, { url: '/api/place/export' })).json())
  const correction = { at: expect.any(String), from: TYPO, to: RIGHT }
  expect(file.corrected_emails).toEqual([correction, correction])
  expect(await app.verify()).toEqual([])

  // Two owners correct one person at once: one after the other, whoever is first.
  const both = await Promise.all(
    ['ada@one.example', 'ada@two.example'].map((email) => owner.beginAct({ kind: 'correct-email', email, select })),
  )
  const made = () => Promise.all(both.map(owner.detail))
  await hurryUntil(app, async () => (await made()).every(({ finished_at }) => finished_at !== null))
  expect((await made()).map(({ changed }) => changed)).toEqual([1, 1])
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await app.verify()).toEqual([])

  await owner.act({ kind: 'erase', select })
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await app.rows('select from email_corrections')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('nobody gets an address that somebody else has, by a correction or by its undo', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  for (const email of [TYPO, 'eve@example.com']) await app.join({ email })
  const select = { ids: [(await app.entry(TYPO)).id] }
  const taken = { kind: 'correct-email', email: 'EVE@example.com', select }

  expect((await owner.post('/api/admin/acts/preview', taken)).json()).toMatchObject({
    changed: 0,
    skipped: [{ reason: 'taken', entries: 1 }],
  })
  expect(await owner.act(taken)).toMatchObject({ changed: 0, reasons: [{ reason: 'taken', entries: 1 }] })
  expect(await app.rows('select from email_corrections')).toEqual([])
  const preview = await owner.post('/api/admin/acts/preview', { ...taken, email: RIGHT })
  expect(preview.json()).toMatchObject({ changed: 1, warning: expect.stringContaining('They get an email') })

  const act = await owner.act({ ...taken, email: RIGHT })
  await app.join({ email: TYPO })
  // A correction is kept as long as an undo of it is possible.
  await dropCorrections(app.pool, 730)
  expect(await owner.undo(act.id)).toMatchObject({ changed: 0, reasons: [{ reason: 'taken', entries: 1 }] })
  expect(await app.entry(RIGHT)).toMatchObject({ id: select.ids[0] })
  expect(await app.verify()).toEqual([])
  await app.rows(`update email_corrections set created_at = now() - interval '731 days'`)
  await dropCorrections(app.pool, 730)
  expect(await app.rows('select from email_corrections')).toEqual([])
})

test('the undo of a correction that is no longer kept says so, and changes nothing', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  await app.join({ email: TYPO })
  const { id } = await app.entry(TYPO)
  const act = await owner.act({ kind: 'correct-email', email: RIGHT, select: { ids: [id] } })
  await app.rows(`update email_corrections set created_at = now() - interval '731 days'`)
  await dropCorrections(app.pool, 730)
  expect(await owner.undo(act.id)).toMatchObject({ changed: 0, reasons: [{ reason: 'not-kept', entries: 1 }] })
  expect(await app.entry(RIGHT)).toMatchObject({ id })
})

test('a correction is for one person and one address, and an undo leaves a later one alone', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const people = await app.joinMany(2)
  const ids = await Promise.all(people.map(async ({ email }) => (await app.entry(email)).id))
  for (const body of [
    { email: RIGHT, select: { ids } },
    { email: RIGHT, select: { filters: {} } },
    { email: 'no address', select: { ids: [ids[0]] } },
  ]) {
    expect((await owner.post('/api/admin/acts', { kind: 'correct-email', ...body })).statusCode).toBe(400)
  }
  const select = { ids: [ids[0]] }
  const first = await owner.act({ kind: 'correct-email', email: RIGHT, select })
  await owner.act({ kind: 'correct-email', email: 'ada@later.example', select })
  expect(await owner.undo(first.id)).toMatchObject({ changed: 0, reasons: [{ reason: 'changed-since', entries: 1 }] })
  expect(await app.entry('ada@later.example')).toMatchObject({ id: ids[0] })
})

test('a confirmed person stays confirmed at the corrected address, and requests at the old one are forgotten', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const owner = await actingOwner(app)
  await app.ask({ email: TYPO })
  expect(await app.press(await app.tokenOf(TYPO))).toMatchObject({ status: 204 })
  const ada = await app.entry(TYPO)
  await app.ask({ email: TYPO, business_name: 'Typed there' })
  const old = await app.tokenOf(TYPO, 2)

  await hurryUntil(app, () => isQueueIdle(app))
  const correction = { kind: 'correct-email', email: RIGHT, select: { ids: [ada.id] } }
  expect(await owner.act(correction)).toMatchObject({ changed: 1 })
  await hurryUntil(app, () => isQueueIdle(app))

  expect((await app.entry(RIGHT)).confirmed_at).toEqual(ada.confirmed_at)
  expect(app.mailsTo(RIGHT).map(({ text }) => /\/(place|confirm)#/.exec(text)?.[1])).toEqual(['place'])
  expect(await app.press(old)).toMatchObject({ status: 404 })
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await app.verify()).toEqual([])
})
