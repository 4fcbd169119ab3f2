import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { allServices } from '../../../test/services/all-services.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { waveOwner } from '../../../test/people/wave-owner.ts'
import { readSetting } from '../db/settings.ts'
import { dropFormerAddresses } from '../people/opt-outs.ts'
import { longTest } from '../../../test/runs.ts'

const [OLD, NEW, THIRD] = ['ada@old.example', 'ada@new.example', 'ada@third.example']

longTest(
  'a link to unsubscribe that is older than a change of email ends mail to its own address, and never to the new one',
  async () => {
    await using all = await allServices()
    const { app } = all
    await app.join({ email: OLD })
    await idle(app)
    const link = linkIn(all.mailsTo(OLD)[0]!)
    await changeEmail(app, OLD, NEW)
    await idle(app)

    const answer = await app.app.inject({ method: 'POST', url: link, ...ONE_CLICK })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('no more mail to that address')])
    expect(await press(app, link)).toBe(200)
    expect(await wantsMail(app, NEW)).toBe(true)
    // Only a hash of the old address is kept, once for both presses.
    const key = (await readSetting(app.pool, 'erased_address_key'))!
    const hash = createHmac('sha256', key).update(OLD).digest()
    expect(await app.rows('select hash from address_opt_outs')).toEqual([{ hash }])
    expect(await app.rows('select hash from former_addresses')).toEqual([{ hash }])

    // A person who joins with this address gets no mail and no newsletter until they ask for them.
    const { referral_code } = await app.join({ email: OLD })
    await app.join({ used_referral_code: referral_code })
    await idle(app)
    expect(all.mailsTo(OLD)).toHaveLength(1)
    expect(all.beehiiv.subscriptions.map(({ email }) => email)).not.toContain(OLD)
    expect(await wantsMail(app, OLD)).toBe(false)
    const owned = await mailedToken(app, OLD)
    const file = await callPlace(app, owned, { url: '/api/place/export' })
    expect(file.json().consent.no_mail_since).toMatch(/^20/)
    const resumed = await callPlace(app, owned, { method: 'POST', url: '/api/place/mail' })
    expect(resumed.json()).toMatchObject({ wants_mail: true, gets_mail: true })
    expect(await app.rows('select from address_opt_outs')).toEqual([])
    await app.join({ used_referral_code: referral_code })
    await idle(app)
    expect(all.mailsTo(OLD)).toHaveLength(2)

    // The page can undo the opt-out at once, for the same address.
    expect(await press(app, link)).toBe(200)
    expect(await wantsMail(app, OLD)).toBe(false)
    expect(await press(app, link, 'DELETE')).toBe(200)
    expect([await wantsMail(app, OLD), await wantsMail(app, NEW)]).toEqual([true, true])
    // A link in a mail to the new address ends mail there alone.
    expect(await press(app, linkIn(all.mailsTo(NEW).at(-1)!))).toBe(200)
    expect([await wantsMail(app, OLD), await wantsMail(app, NEW)]).toEqual([true, false])
    expect(await app.verify()).toEqual([])
  },
)

test('after two corrections and an undo, each link ends mail to the address that it was mailed to', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, OLD)
  const links = [await linkFor(app, OLD)]
  await correct(owner, id, NEW)
  links.push(await linkFor(app, NEW))
  const last = await correct(owner, id, THIRD)
  links.push(await linkFor(app, THIRD))

  expect(await press(app, links[1]!)).toBe(200)
  expect(await wantsMail(app, THIRD)).toBe(true)
  expect(await owner.undo(last.id)).toMatchObject({ changed: 1 })
  expect(await wantsMail(app, NEW)).toBe(false)
  expect(await press(app, links[1]!, 'DELETE')).toBe(200)
  expect(await wantsMail(app, NEW)).toBe(true)
  for (const link of [links[0]!, links[2]!]) expect(await press(app, link)).toBe(200)
  expect(await wantsMail(app, NEW)).toBe(true)
  for (const [typed, email] of [
    ['ada@old.ex\u00ADample', OLD],
    [THIRD, THIRD],
  ] as const) {
    await app.join({ email: typed })
    expect([email, await wantsMail(app, email)]).toEqual([email, false])
  }
})

test('an opt-out stays with the address if nobody proved whose it is, and follows a person who did', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, OLD)
  // Somebody else reads the mailbox of a mistyped address.
  expect(await press(app, await linkFor(app, OLD))).toBe(200)
  const correction = await correct(owner, id, NEW)
  expect(await wantsMail(app, NEW)).toBe(true)
  expect(await owner.undo(correction.id)).toMatchObject({ changed: 1 })
  expect(await wantsMail(app, OLD)).toBe(false)

  await idle(app)
  await changeEmail(app, OLD, THIRD)
  await idle(app)
  expect(await wantsMail(app, THIRD)).toBe(true)
  expect(await press(app, await linkFor(app, THIRD))).toBe(200)
  await correct(owner, id, NEW)
  expect(await wantsMail(app, NEW)).toBe(false)
})

test('people who are imported with an address that wants no mail are not invited', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { productUrl: 'http://127.0.0.1:9/' })
  const owner = Object.assign(await waveOwner(app), await importingOwner(app))
  await app.join({ email: OLD })
  await idle(app)
  const link = await linkFor(app, OLD)
  await changeEmail(app, OLD, NEW)
  expect(await press(app, link)).toBe(200)
  await idle(app)
  const before = smtp.mails.length

  await owner.importFile(`email\n${OLD}\nother@example.com\n`)
  expect(await owner.preview({ count: 3 })).toMatchObject({ invited: 2 })
  await owner.wave({ count: 3 })
  await app.tend()
  await idle(app)
  const mailed = smtp.mails.slice(before).flatMap(({ to }) => to)
  expect(mailed.sort()).toEqual([NEW, 'other@example.com'].sort())
})

test('the former addresses of somebody who is erased are forgotten, and so are those of long ago; their links answer alike', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const [ada, eve] = [await joined(app, OLD), await joined(app, 'eve@old.example')]
  const links = [await linkFor(app, OLD), await linkFor(app, 'eve@old.example')]
  await correct(owner, ada.id, NEW)
  await correct(owner, eve.id, 'eve@new.example')
  await idle(app)
  await owner.act({ kind: 'erase', select: { ids: [ada.id] } })
  expect(await app.rows('select entry_id from former_addresses')).toEqual([{ entry_id: eve.id }])
  await dropFormerAddresses(app.pool, 730)
  expect(await app.rows('select from former_addresses')).toHaveLength(1)
  await app.rows(`update former_addresses set left_at = now() - interval '731 days'`)
  await dropFormerAddresses(app.pool, 730)

  for (const link of links)
    for (const method of ['POST', 'DELETE'] as const) expect(await press(app, link, method)).toBe(200)
  expect(await app.rows('select from address_opt_outs')).toEqual([])
  expect(await wantsMail(app, 'eve@new.example')).toBe(true)
  expect(await app.verify()).toEqual([])
})

const ONE_CLICK = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
}

function linkIn({ text }: { text: string }): string {
  return `/unsubscribe?token=${/unsubscribe\?token=([\w-]+)/.exec(text)![1]}`
}

/** Returns the link to unsubscribe that a mail to this person has now. */
async function linkFor(app: TestApp, email: string): Promise<string> {
  return `/unsubscribe?token=${await mailedToken(app, email, { purpose: 'unsubscribe' })}`
}

/** Presses the button to unsubscribe on the page behind this link, or with DELETE the button that undoes it. */
async function press({ app }: TestApp, url: string, method: 'POST' | 'DELETE' = 'POST'): Promise<number> {
  return (await app.inject({ method, url })).statusCode
}

async function wantsMail(app: TestApp, email: string): Promise<boolean> {
  return (await callPlace(app, await mailedToken(app, email))).json().wants_mail
}

async function joined(app: TestApp, email: string) {
  await app.join({ email })
  await idle(app)
  return app.entry(email)
}

function idle(app: TestApp) {
  return hurryUntil(app, () => isQueueIdle(app))
}

async function changeEmail(app: TestApp, from: string, to: string): Promise<void> {
  const call = { method: 'POST', url: '/api/place/email', payload: { email: to } } as const
  expect((await callPlace(app, await mailedToken(app, from), call)).statusCode).toBe(202)
  await idle(app)
  const token = await mailedToken(app, from, { purpose: 'address' })
  expect((await callPlace(app, token, { method: 'POST', url: '/api/place/confirm' })).statusCode).toBe(204)
  expect(await app.entry(to)).toMatchObject({ email: to })
}

async function correct(owner: Awaited<ReturnType<typeof actingOwner>>, id: string, email: string) {
  const act = await owner.act({ kind: 'correct-email', email, select: { ids: [id] } })
  expect(act).toMatchObject({ changed: 1 })
  return act
}
