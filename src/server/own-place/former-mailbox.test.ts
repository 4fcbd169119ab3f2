import { expect, test } from 'vitest'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { until } from '../../../test/servers/process.ts'
import { backUp } from '../../../test/servers/restored-list.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { callInvitation, redeem, waveOwner } from '../../../test/people/wave-owner.ts'
import { createErasing } from '../create-erasing.ts'
import { type Purpose, PURPOSES } from '../accounts/token-format.ts'
import { createTokens } from '../accounts/tokens.ts'
import { moveAddress } from './change-email.ts'
import { longTest } from '../../../test/runs.ts'
import { inTransaction } from '../db/query.ts'

// A stranger reads the mailbox of an address, which the entry then loses: by a correction, its undo, or a change of
// email.
const [TYPO, RIGHT] = ['ada@exmaple.com', 'ada@example.com']
const STRANGER = 'mallory@example.com'
const SECRET = 'a-secret-of-the-product'

test('an email that the former mailbox asked for is forgotten with a correction and with its undo, also when it was used', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)

  await ask(app, TYPO, STRANGER)
  const unused = await mailedToken(app, TYPO, { purpose: 'address' })
  const correction = await correct(owner, id, RIGHT)
  expect(await pressed(app, unused)).toEqual([404])
  expect(await app.rows('select from email_changes')).toEqual([])

  // The reader of the corrected address asks for another email, too, before the undo.
  await ask(app, RIGHT, STRANGER)
  const again = await mailedToken(app, RIGHT, { purpose: 'address' })
  expect(await owner.undo(correction.id)).toMatchObject({ changed: 1 })
  expect(await pressed(app, again)).toEqual([404])

  await ask(app, TYPO, STRANGER)
  const used = await mailedToken(app, TYPO, { purpose: 'address' })
  await idle(app)
  expect(await pressed(app, used)).toEqual([204, expect.any(String)])
  // Until the next correction, a second use gets the same answer.
  expect(await pressed(app, used)).toEqual([204, expect.any(String)])
  await idle(app)
  await correct(owner, id, RIGHT)
  expect(await pressed(app, used)).toEqual([404])
  expect(await app.entry(RIGHT)).toMatchObject({ id })
  expect(await app.verify()).toEqual([])
})

test('a change that was confirmed and still waits for a mail under way is forgotten with a correction', async () => {
  await using app = await testApp()
  await using _worker = await testApp({ beside: app, work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)
  await idle(app)
  await ask(app, TYPO, STRANGER)
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until, claimed_by)
     values ($1, 'send-place-link', 'waiting', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const token = await mailedToken(app, TYPO, { purpose: 'address' })
  expect(await pressed(app, token)).toEqual([204, undefined])
  // The change waits until after the correction.
  const postponed = `update outbox set due_at = now() + interval '1 hour'
    where channel = 'change-email' and claimed_until is null and claimed_by is not null returning id`
  await until(async () => (await app.rows(postponed)).length === 1)
  await app.rows(`update outbox set claimed_until = now() where channel = 'send-place-link'`)
  await correct(owner, id, RIGHT)

  await using next = await testApp({ beside: app, work: true })
  await idle(next)
  expect(await app.entry(RIGHT)).toMatchObject({ id })
  expect(await pressed(app, token)).toEqual([404])
})

test('addresses that go back and forth: only links at the present one are good, those of now', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)
  const links: { email: string; token: string }[] = []
  const link = async (email: string) => links.push({ email, token: await mailedToken(app, email) })
  await link(TYPO)
  const first = await correct(owner, id, RIGHT)
  await link(RIGHT)
  await correct(owner, id, 'ada@third.example')
  await link('ada@third.example')
  await correct(owner, id, TYPO)
  await link(TYPO)
  expect(await owner.undo(first.id)).toMatchObject({ changed: 0 })
  const good = await Promise.all(links.map(async ({ token }) => (await callPlace(app, token)).statusCode))
  expect(good).toEqual([404, 404, 404, 200])
})

test('a link in the former mailbox never shows the new address', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)
  const former = await mailedToken(app, TYPO)
  await correct(owner, id, RIGHT)
  expect((await callPlace(app, await mailedToken(app, RIGHT))).json()).toMatchObject({ email: RIGHT })
  const refused = await callPlace(app, former)
  expect([refused.statusCode, refused.body.includes(RIGHT)]).toEqual([404, false])
})

test('a link of the former mailbox is told nothing once the person has left', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)
  const former = await mailedToken(app, TYPO)
  await correct(owner, id, RIGHT)
  await idle(app)
  const link = await mailedToken(app, RIGHT)
  const leave = async (token: string) => (await callPlace(app, token, { method: 'DELETE' })).statusCode
  expect([await leave(link), await leave(link), await leave(former)]).toEqual([202, 202, 404])
  expect(await app.verify()).toEqual([])
})

test('after a restore, no link that was signed between the backup and the restore opens what another mailbox got since', async () => {
  await using app = await testApp({ work: true })
  const owner = await actingOwner(app)
  const { id } = await joined(app, TYPO)
  await using backup = await backUp(app)
  await correct(owner, id, STRANGER)
  // These tokens have the same generations as those that the restored list signs after its own correction.
  const lost = await holdAll(app, STRANGER)
  const lastSecond = Math.ceil(Date.now() / 1000)

  await using restored = await testApp({ beside: await backup.restore(), work: true })
  await idle(restored)
  // Tokens contain only the second in which they were signed, and a restore may take less than a second.
  await expect.poll(() => Date.now() / 1000, { timeout: 60_000 }).toBeGreaterThan(lastSecond)
  await correct(await actingOwner(restored), id, RIGHT)
  await idle(restored)
  for (const [purpose, url] of [
    ['place', '/api/place'],
    ['browser', '/api/place'],
    ['confirm', '/api/place/confirm'],
    ['address', '/api/place/confirm'],
  ] as const)
    expect([purpose, (await callPlace(restored, lost[purpose], { url })).statusCode]).toEqual([purpose, 404])
  expect((await callInvitation(restored, lost.invitation)).status).toBe(404)
  const unsubscribed = await restored.app.inject({ method: 'POST', url: `/unsubscribe?token=${lost.unsubscribe}` })
  expect(unsubscribed.statusCode).toBe(200)
  expect((await callPlace(restored, await mailedToken(restored, RIGHT))).json()).toMatchObject({ wants_mail: true })
})

longTest('what waits while a correction is under way finds that its token has ended, and changes nothing', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { productUrl: 'http://127.0.0.1:9/', productSecret: SECRET })
  await using confirming = await testApp({ beside: app, mustConfirm: true })
  const owner = await waveOwner(app)
  const typed = Object.keys(LATE).map((act) => `${act}@exmaple.com`)
  for (const email of typed) await app.join({ email })
  await owner.wave({ count: typed.length })
  await app.join({ email: TYPO })
  await confirming.post(joinRequest({ email: TYPO, business_name: 'Waits' }))
  await idle(app)
  const moving = { tokens: createTokens(app.pool), ...createErasing(app) }

  for (const email of [TYPO, ...typed]) {
    const [right, act] = [email.replace('exmaple', 'example'), LATE[email.split('@')[0]!] ?? LATE.confirm!]
    if (act === LATE.redeem)
      await callInvitation(app, await mailedToken(app, email, { purpose: 'invitation' }), 'accept')
    const before = await app.entry(email)
    await ask(app, email, email.replace('exmaple', 'stranger'))
    if (act === LATE.mail) await app.rows('insert into mail_opt_outs (entry_id) values ($1)', before.id)
    await idle(app)
    const tokens = await holdAll(app, email)
    const late = await inTransaction(app.pool, async (tx) => {
      const move = { entryId: before.id, to: right, event: 'email corrected' } as const
      expect(await moveAddress(tx, moving, move)).toBe('done')
      const late = act(app, tokens)
      // The late request has read its token already, and waits for the transaction.
      await until(async () => (await countWaiting(app)) === 1)
      return { answer: late }
    })

    expect([email, ...(await late.answer)]).toEqual([
      email,
      act === LATE.unsubscribe ? 200 : act === LATE.redeem ? 410 : 404,
    ])
    expect(await app.entry(right)).toMatchObject({
      id: before.id,
      business_name: before.business_name,
      state: before.state,
      leaving_at: null,
      confirmed_at: null,
    })
    expect((await callPlace(app, await mailedToken(app, right))).json()).toMatchObject({
      waiting_change: null,
      wants_mail: true,
    })
  }
  expect(await app.rows('select asked, asked_by_joiner from outbox where asked is not null')).toEqual([])
  expect(await app.rows('select from invitations where redeemed_at is not null')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('who joins again as the corrected person with a link of the former mailbox is a stranger, also while the correction runs', async () => {
  await using app = await testApp()
  await app.join({ email: TYPO })
  const { id } = await app.entry(TYPO)
  const headers = { authorization: `Bearer ${await mailedToken(app, TYPO)}` }
  const moving = { tokens: createTokens(app.pool), ...createErasing(app) }
  const { late } = await inTransaction(app.pool, async (tx) => {
    expect(await moveAddress(tx, moving, { entryId: id, to: RIGHT, event: 'email corrected' })).toBe('done')
    const payload = joinRequest({ email: RIGHT, business_name: 'Theirs' })
    const late = app.app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })
    await until(async () => (await countWaiting(app)) === 1)
    return { late }
  })
  expect((await late).statusCode).toBe(200)
  expect(await app.entry(RIGHT)).toMatchObject({ id, business_name: 'Theirs', is_unproven: true })
})

type Tokens = Record<Purpose, string>
type Answer = [status: number, browserToken?: unknown]

/** Everything that a stranger with the tokens of the former mailbox may try. */
const LATE: Record<string, (app: TestApp, tokens: Tokens) => Promise<Answer>> = {
  leave: (app, { place }) => call(app, place, { method: 'DELETE' }),
  answers: (app, { place }) => call(app, place, { method: 'PATCH', payload: { answers: { business_name: 'Theirs' } } }),
  email: (app, { place }) =>
    call(app, place, { method: 'POST', url: '/api/place/email', payload: { email: STRANGER } }),
  link: (app, { place }) => call(app, place, { method: 'POST', url: '/api/place/link' }),
  mail: (app, { place }) => call(app, place, { method: 'POST', url: '/api/place/mail' }),
  confirm: (app, { confirm }) => pressed(app, confirm),
  address: (app, { address }) => pressed(app, address),
  accept: async (app, { invitation }) => [(await callInvitation(app, invitation, 'accept')).status],
  redeem: async (app, { redemption }) => [(await redeem(app, redemption, SECRET)).status],
  unsubscribe: async ({ app }, { unsubscribe }) => [
    (await app.inject({ method: 'POST', url: `/unsubscribe?token=${unsubscribe}` })).statusCode,
  ],
}

async function call(app: TestApp, token: string, options: Parameters<typeof callPlace>[2]): Promise<Answer> {
  return [(await callPlace(app, token, options)).statusCode]
}

async function holdAll(app: TestApp, email: string): Promise<Tokens> {
  const signed = PURPOSES.map(async (purpose) => [purpose, await mailedToken(app, email, { purpose })] as const)
  return Object.fromEntries(await Promise.all(signed)) as Tokens
}

async function countWaiting(app: TestApp): Promise<number> {
  const [{ waiting }] = await app.rows(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting
}

async function joined(app: TestApp, email: string) {
  await app.join({ email })
  await idle(app)
  return app.entry(email)
}

function idle(app: TestApp) {
  return hurryUntil(app, () => isQueueIdle(app))
}

async function ask(app: TestApp, email: string, wanted: string): Promise<void> {
  const token = await mailedToken(app, email)
  const call = { method: 'POST', url: '/api/place/email', payload: { email: wanted } } as const
  expect((await callPlace(app, token, call)).statusCode).toBe(202)
}

/** Presses the button of the page behind a link to confirm. Returns the status and the token that the browser got. */
async function pressed(app: TestApp, token: string): Promise<Answer> {
  const { statusCode, headers } = await callPlace(app, token, { method: 'POST', url: '/api/place/confirm' })
  return statusCode === 204 ? [statusCode, headers[BROWSER_TOKEN]] : [statusCode]
}

async function correct(owner: Awaited<ReturnType<typeof actingOwner>>, id: string, email: string) {
  const act = await owner.act({ kind: 'correct-email', email, select: { ids: [id] } })
  expect(act).toMatchObject({ changed: 1 })
  return act
}
