import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import type { EntriesPage, EntryDetail } from '#shared/list/entry.ts'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import type { Conversions, WavesPage } from '#shared/list/waves.ts'
import { settled } from '../../../test/services/channel.ts'
import { type FakeSmtp, fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { hurry, mailingApp } from '../../../test/mailing-app.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { callInvitation, daysPass, invitationToken, redeem, waveOwner } from '../../../test/people/wave-owner.ts'
import { startRepeating } from '../base/start-repeating.ts'
import { createTokens } from '../accounts/tokens.ts'
import { beginLeaving, recordNotSent } from './send-off.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'
import { longTest } from '../../../test/runs.ts'
import { inTransaction } from '../db/query.ts'

withPlacesPerFriend(5)

/** No server listens at this address. */
const PRODUCT = 'http://127.0.0.1:9/'
const SECRET = 'a-secret-of-the-product'
const MAIL_EVENTS_SECRET = 'a-secret-of-32-characters-12345678'

/** A list, its owner, and people on it. */
async function opened({ people = 6, ...options }: { people?: number } & Parameters<typeof mailingApp>[1] = {}) {
  const smtp = await fakeSmtp()
  const app = await mailingApp(smtp, { productUrl: PRODUCT, productSecret: SECRET, ...options })
  const joined = await app.joinMany(people)
  const owner = await waveOwner(app)
  return {
    smtp,
    app,
    owner,
    emails: joined.map(({ email }) => email),
    people: joined,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

const about = (smtp: FakeSmtp) => smtp.mails.filter(({ text }) => text.includes('/invitation#'))

/** Waits for this many mails about invitations. Returns their recipients. */
async function sent(smtp: FakeSmtp, count: number): Promise<string[]> {
  await expect.poll(() => about(smtp).length).toBe(count)
  return about(smtp).map(({ to }) => to[0]!)
}

/** Waits until the server has recorded that this many mails left, and has none in hand. */
async function recorded(app: TestApp, count: number) {
  const query = `select count(*)::int as sent from invitations where state = 'sent'`
  await expect.poll(async () => (await app.rows(query))[0].sent).toBe(count)
  await settled(app)
}

/** Reports a bounce of this address, as the mail service does. */
async function bounces({ app }: TestApp, email: string) {
  const payload = JSON.stringify({ event: 'hard_bounce', email, reason: 'no such user' })
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: `/api/mail-events/${MAIL_EVENTS_SECRET}`, payload, headers })
  expect(answer.statusCode).toBe(204)
}

const statesOf = async (app: TestApp) =>
  (await app.rows('select state from waitlist_entries order by joined_position')).map(({ state }) => state)

async function ranks(owner: Awaited<ReturnType<typeof waveOwner>>) {
  const { entries } = await owner.read<EntriesPage>('/api/admin/entries?range=all&sort=launch')
  return entries.map(({ email, rank, position }) => [email, rank, position])
}

test('a wave of chosen people invites nobody else, in launch order, and fills no seat again', async () => {
  await using list = await opened()
  const { smtp, app, owner, emails, people } = list
  const ids = (await Promise.all([people[4]!, people[2]!].map(({ email }) => app.entry(email)))).map(({ id }) => id)
  expect(await owner.preview({ count: 5, ids })).toMatchObject({ invited: 2, passed_over: [] })
  await owner.wave({ count: 5, ids })
  await app.tend()
  expect(new Set(await sent(smtp, 2))).toEqual(new Set([emails[2], emails[4]]))
  expect(await statesOf(app)).toEqual(['waiting', 'waiting', 'invited', 'waiting', 'invited', 'waiting'])
  expect((await owner.post('/api/admin/acts', owner.bodyOf({ count: 1, ids, fills: true }))).statusCode).toBe(400)
})

test('a wave is written per language: who reads another gets its words, and the preview says how many', async () => {
  const before = site()
  setSite(siteOf({ languages: { first: 'en', others: ['de', 'fr'], texts: {} } }))
  onTestFinished(() => setSite(before))
  await using list = await opened({ people: 3 })
  const { smtp, app, owner, emails } = list
  await app.rows(`update waitlist_entries set language = 'de' where email = '${emails[0]}'`)
  await app.rows(`update waitlist_entries set language = 'fr' where email = '${emails[1]}'`)
  expect((await owner.preview({ count: 2 })).readers).toEqual([
    { language: 'en', people: 0 },
    { language: 'de', people: 1 },
    { language: 'fr', people: 1 },
  ])
  const empty = owner.bodyOf({ count: 2, texts: { de: { subject: ' ', text: 'Komm.' } } })
  expect((await owner.post('/api/admin/acts', empty)).statusCode).toBe(400)
  await owner.wave({ count: 2, texts: { de: { subject: 'Dein Platz', text: 'Komm herein.' } } })
  await app.tend()
  await sent(smtp, 2)
  const mailOf = (email: string | undefined) => about(smtp).find(({ to }) => to[0] === email)!
  expect(mailOf(emails[0]).subject).toBe('Dein Platz')
  expect(mailOf(emails[0]).text).toContain('Komm herein.')
  expect(mailOf(emails[1]).subject).toBe('Your chair is ready')
})

test('a wave invites the next in launch order, each with one mail, and those behind move up in line', async () => {
  await using list = await opened()
  const { smtp, app, owner, emails } = list
  // The last person moves to the front.
  await app.join({ email: 'friend@example.com', used_referral_code: list.people[5]!.referral_code })
  const preview = await owner.preview({ count: 3 })
  expect(preview).toMatchObject({ invited: 3, passed_over: [], next_offset: null })
  expect(preview.people.map(({ email, rank, reason }) => [email, rank, reason])).toEqual([
    [emails[5], 1, null],
    [emails[0], 2, null],
    [emails[1], 3, null],
  ])

  const act = await owner.wave({ count: 3 })
  expect(act).toMatchObject({ state: 'done', total: 3, changed: 3, skipped: 0, selection: { count: 3 } })
  expect(JSON.stringify(act)).not.toContain('It is your turn.')
  expect(await ranks(owner)).toEqual([
    [emails[5], null, 1],
    [emails[0], null, 1],
    [emails[1], null, 2],
    [emails[2], 1, 3],
    [emails[3], 2, 4],
    [emails[4], 3, 5],
    ['friend@example.com', 4, 7],
  ])
  await app.tend()
  const invited = [emails[5]!, emails[0]!, emails[1]!]
  expect((await sent(smtp, 3)).sort()).toEqual(invited.sort())
  const mail = about(smtp).find(({ to }) => to[0] === emails[0])
  expect(mail!.subject).toBe('Your chair is ready')
  expect(mail!.text).toContain('It is your turn.')
  expect(mail!.headers['list-unsubscribe']).toBeDefined()
  await recorded(app, 3)
  await app.tend()
  const { waves } = await owner.read<WavesPage>('/api/admin/waves')
  expect(waves).toMatchObject([{ id: act.id, seats: 3, invited: 3, sent: 3, opened: 0, accepted: 0, open: 3 }])
  await sent(smtp, 3)
  expect(await app.verify()).toEqual([])

  // The next wave goes on where this one ended, and one that is larger than the list invites everybody.
  expect((await owner.wave({ count: 1 })).changed).toBe(1)
  expect(await owner.preview({ count: 100 })).toMatchObject({ invited: 3 })
  expect((await owner.wave({ count: 100 })).changed).toBe(3)
  expect((await owner.wave({ count: 5 })).total).toBe(0)
  expect(await app.verify()).toEqual([])
})

longTest('launch day shows the stage of every invitation, who accepted, pending mails and problems', async () => {
  await using list = await opened({ people: 9 })
  const { smtp, app, owner, people } = list
  await app.join({
    email: 'friend@example.com',
    used_referral_code: people[0]!.referral_code,
    utm: { source: 'tiktok' },
  })
  const day = () => owner.read<LaunchDay>('/api/admin/launch-day')
  /** Retries, because the server caches its answer for a second. */
  const expectDay = (expected: object) => expect.poll(day).toMatchObject(expected)
  const none = { waiting: 0, sent: 0, opened: 0, accepted: 0, ended: 0, called_back: 0, dropped: 0, vacant: 0 }
  const quiet = { leaving: 0, held: 0, retrying: 0, next_at: null, failed: 0, problems: [], paused_until: null }
  expect(await day()).toMatchObject({ sums: none, waves: [], accepted: [], mail: quiet, gaps: [] })

  const { id: paced } = await owner.wave({ count: 3, per_hour: 1, fills: true })
  await app.tend()
  const [email] = await sent(smtp, 1)
  await recorded(app, 1)
  await expectDay({ sums: { ...none, sent: 1, waiting: 2 }, mail: { ...quiet, last_minute: 1 } })
  const [wave] = (await day()).waves
  expect(wave).toMatchObject({ id: paced, seats: 3, per_hour: 1, sent: 1, waiting: 2, unpaced: 2 })
  expect((Date.parse(wave!.paced_until!) - Date.now()) / 3_600_000).toBeCloseTo(2, 1)

  const token = invitationToken(about(smtp)[0]!)
  await callInvitation(app, token)
  await expectDay({ sums: { ...none, opened: 1, waiting: 2 } })
  const { body } = await callInvitation(app, token, 'accept')
  await expectDay({
    sums: { ...none, accepted: 1, waiting: 2 },
    // No server listens at `PRODUCT`.
    product: { answers: false, unredeemed: 1, unredeemed_since: expect.any(String) },
    accepted: [
      {
        entry: { email, business_name: sampleAnswers().business_name },
        industry: 'Barber',
        position: 1,
        referrals: 1,
        source: null,
        is_redeemed: false,
      },
    ],
  })
  await redeem(app, new URL(body.redirect).searchParams.get('invitation')!, SECRET)
  await expectDay({ product: { unredeemed: 0, unredeemed_since: null }, accepted: [{ is_redeemed: true }] })

  smtp.misbehave((step) => (step === 'from' ? '421 Come back later' : null))
  await owner.wave({ count: 2 })
  await app.tend()
  await expectDay({
    sums: { ...none, accepted: 1, waiting: 4 },
    mail: {
      ...quiet,
      retrying: 2,
      next_at: expect.any(String),
      // The problem of either mail: the server's answer, or the connection that the server then closed.
      problems: [expect.stringMatching(/cannot be reached|421 Come back later/)],
      paused_until: expect.any(String),
    },
  })
  smtp.misbehave((step) => (step === 'to' ? '550 5.1.1 Nobody here' : null))
  await hurry(app)
  await expectDay({ sums: { ...none, accepted: 1, waiting: 2, dropped: 2 }, mail: { leaving: 0, failed: 2 } })
  const [{ entry }] = (await day()).accepted as [LaunchDay['accepted'][number]]
  await owner.act({ kind: 'erase', select: { ids: [entry.id] } })
  await expectDay({ sums: { accepted: 1 }, accepted: [{ entry: { email: null, business_name: null } }] })
})

test('a person accepts once, and the product learns once who came', async () => {
  await using product = await fakeProduct()
  await using list = await opened({ people: 2, productUrl: `${product.url}/welcome?from=waitlist` })
  const { smtp, app, owner } = list
  const { id: wave } = await owner.wave({ count: 1 })
  await app.tend()
  const [email] = await sent(smtp, 1)
  await recorded(app, 1)
  const token = invitationToken(about(smtp)[0]!)

  const open = await callInvitation(app, token)
  expect(open).toEqual({ status: 200, body: { state: 'open', ends_at: expect.any(String) } })
  const days = (Date.parse(open.body.ends_at) - Date.now()) / (24 * 60 * 60_000)
  expect(days).toBeCloseTo(7, 1)
  expect((await owner.readWave(wave)).opened).toBe(1)

  // The person's own place shows the invitation. Only a link that was mailed in the last hour gets its token.
  const placeOf = async (token: string) => (await callPlace(app, token)).json()
  const fresh = await mailedToken(app, email!)
  expect(await placeOf(fresh)).toMatchObject({
    state: 'invited',
    place_in_line: null,
    invitation: { ends_at: open.body.ends_at },
    let_in: [],
  })
  const take = { method: 'POST', url: '/api/place/invitation' } as const
  expect((await callPlace(app, await mailedToken(app, email!, { hoursAgo: 2 }), take)).statusCode).toBe(403)
  expect((await callPlace(app, fresh, take)).json().token).toMatch(/^[\w-]{50,}$/)
  const behind = await mailedToken(app, list.emails[1]!)
  expect(await placeOf(behind)).toMatchObject({
    position: 2,
    place_in_line: 1,
    let_in: [{ people: 1, at: expect.any(String) }],
    invitation: null,
  })

  const accepted = await callInvitation(app, token, 'accept')
  expect(accepted).toMatchObject({ status: 200, body: { is_reachable: true } })
  const redirect = new URL(accepted.body.redirect)
  expect(redirect.origin + redirect.pathname).toBe(`${product.url}/welcome`)
  expect(redirect.searchParams.get('from')).toBe('waitlist')
  const pass = redirect.searchParams.get('invitation')!
  // The token in the mail does not open a place, and the product's token does not open an invitation.
  expect((await callPlace(app, token)).statusCode).toBe(404)
  expect((await callInvitation(app, pass)).status).toBe(404)
  expect(await statesOf(app)).toEqual(['admitted', 'waiting'])
  expect((await callInvitation(app, token)).body).toEqual({ state: 'accepted', ends_at: null })
  const { id } = await app.entry(email!)
  const profile = await owner.read<EntryDetail>(`/api/admin/entries/${id}`)
  expect(profile.history.invitations).toMatchObject([
    { wave_id: wave, state: 'accepted', accepted_at: expect.any(String) },
  ])
  expect((await callPlace(app, fresh, { url: '/api/place/export' })).json().invitations).toMatchObject([
    { state: 'accepted', opened_at: expect.any(String) },
  ])
  const { conversion } = await owner.read<Conversions>('/api/admin/waves/conversion')
  const sums = { sent: 1, opened: 1, accepted: 1, ended: 0 }
  expect(conversion[0]).toEqual({ by: 'source', name: null, ...sums })
  expect(conversion).toContainEqual({ by: 'job_industry', name: sampleAnswers().job_industry, ...sums })

  expect((await redeem(app, pass, 'another-secret-of-anybody')).status).toBe(401)
  expect((await redeem(app, token, SECRET)).status).toBe(404)
  const first = await redeem(app, pass, SECRET)
  expect(first).toEqual({ status: 200, body: { email, wave, accepted_at: expect.any(String) } })
  expect(await redeem(app, pass, SECRET)).toEqual(first)
  // Accepting again returns a link with a token. Ten minutes after the redemption, the link has none.
  expect((await callInvitation(app, token, 'accept')).body.redirect).toContain('invitation=')
  await app.rows(`update invitations set redeemed_at = redeemed_at - interval '11 minutes'`)
  await app.rows(`update invitations set accepted_at = accepted_at - interval '12 minutes'`)
  expect(await redeem(app, pass, SECRET)).toMatchObject({ status: 410, body: { error: { code: 'redeemed' } } })
  expect((await callInvitation(app, token, 'accept')).body.redirect).toBe(`${product.url}/welcome?from=waitlist`)
  expect(await app.verify()).toEqual([])
})

test('people who cannot be invited are passed over with the reason, and left out at the last moment', async () => {
  await using list = await opened({ people: 9 })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  await app.rows('update waitlist_entries set is_seeded = true where id = $1', ids[0])
  await app.rows('update waitlist_entries set is_seeded = true where id = $1', ids[1])
  await owner.act({ kind: 'hold', select: { ids: [ids[2]] } })
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', ids[3])
  await app.rows(`insert into mail_bounces (entry_id, kind, reason) values ($1, 'bounce', 'Gone')`, ids[4])
  await owner.act({ kind: 'reject', select: { ids: [ids[5]] } })

  const preview = await owner.preview({ count: 2 })
  expect(preview.people.map(({ email, reason }) => [email, reason])).toEqual([
    [emails[6], null],
    [emails[7], null],
    [emails[0], 'seeded'],
    [emails[1], 'seeded'],
    [emails[2], 'doubtful'],
    [emails[3], 'unsubscribed'],
    [emails[4], 'bounced'],
  ])
  expect(preview.passed_over.map(({ reason }) => reason)).toHaveLength(4)

  // Between the preview and the mail, one person unsubscribes and another is rejected: their seats become vacant.
  const act = await owner.wave({ count: 2, fills: true })
  expect(act.changed).toBe(2)
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', ids[6])
  await owner.act({ kind: 'reject', select: { ids: [ids[7]] } })
  // The rejection drops the invitation at once.
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 1, dropped: 1, vacant: 1 })
  await app.tend()
  await expect.poll(async () => (await owner.readWave(act.id)).dropped).toBe(2)
  const leftOut = await owner.readWave(act.id, '?state=dropped')
  expect(leftOut.people.map(({ reason }) => reason).sort()).toEqual(['rejected', 'unsubscribed'])
  await app.tend()
  expect(await sent(smtp, 1)).toEqual([emails[8]])
  await recorded(app, 1)
  expect(await owner.readWave(act.id)).toMatchObject({ seats: 2, invited: 3, sent: 1, dropped: 2, vacant: 1 })

  // A rejection after the mail ends the invitation at once, as the preview tells. Its undo reopens the invitation.
  const token = invitationToken(about(smtp)[0]!)
  const states = async () => {
    await app.tend()
    return (await callInvitation(app, token)).body.state
  }
  expect(await states()).toBe('open')
  const reject = { kind: 'reject', select: { ids: [ids[8]] } }
  const noted = [{ reason: 'invitation-ended', entries: 1 }]
  expect((await owner.post('/api/admin/acts/preview', reject)).json()).toMatchObject({ changed: 1, notes: noted })
  const rejection = await owner.act(reject)
  expect(rejection).toMatchObject({ changed: 1, skipped: 0, notes: noted })
  expect(await states()).toBe('ended')
  expect((await callInvitation(app, token, 'accept')).status).toBe(409)
  expect(await owner.readWave(act.id)).toMatchObject({ ended: 1, open: 0, vacant: 2 })
  expect(await owner.undo(rejection.id)).toMatchObject({ notes: [{ reason: 'invitation-open', entries: 1 }] })
  expect(await states()).toBe('open')
  expect(await owner.readWave(act.id)).toMatchObject({ ended: 0, open: 1, vacant: 1 })
  // An invitation whose days are over stays ended, and the undo lists the person.
  const again = await owner.act(reject)
  await daysPass(app, 8)
  expect(await owner.undo(again.id)).toMatchObject({
    changed: 1,
    notes: [{ reason: 'invitation-over', entries: 1 }],
    skipped_people: [{ entry: { email: emails[8] }, reason: 'invitation-over' }],
  })
  expect(await states()).toBe('ended')
  expect((await app.entry(emails[8]!)).state).toBe('waiting')
  await app.rows('update waitlist_entries set is_seeded = false where id = any($1)', ids.slice(0, 2))
})

test('the undo of a rejection opens every invitation again that it ended, and lists those whose seat is gone', async () => {
  await using list = await opened({ people: 4 })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  // One mail has left, two wait for their turn.
  const { id: wave } = await owner.wave({ count: 3, per_hour: 1 })
  await app.tend()
  await sent(smtp, 1)
  await recorded(app, 1)
  const rejection = await owner.act({ kind: 'reject', select: { filters: { range: 'all' } } })
  expect(rejection).toMatchObject({ changed: 4, notes: [{ reason: 'invitation-ended', entries: 3 }] })
  expect(await owner.readWave(wave)).toMatchObject({ ended: 1, dropped: 2, open: 0, waiting: 0 })
  const undo = await owner.undo(rejection.id)
  expect(undo).toMatchObject({ changed: 4, skipped: 0, notes: [{ reason: 'invitation-open', entries: 3 }] })
  expect(await owner.readWave(wave)).toMatchObject({ ended: 0, dropped: 0, open: 1, waiting: 2 })
  expect(await statesOf(app)).toEqual(['invited', 'invited', 'invited', 'waiting'])
  expect(await app.verify()).toEqual([])
  await app.rows('update waves set per_hour = null, next_mail_at = now()')
  await app.tend()
  expect((await sent(smtp, 3)).sort()).toEqual(emails.slice(0, 3).sort())
  await recorded(app, 3)

  // The last person's seat goes to the next in line. Accepting a rejected person reopens the invitation too.
  const { id: filling } = await owner.wave({ count: 1, fills: true })
  await app.join({ email: 'next@example.com' })
  const last = await owner.act({ kind: 'reject', select: { ids: [ids[3]] } })
  await owner.act({ kind: 'reject', select: { ids: [ids[0]] } })
  expect(await owner.act({ kind: 'accept', select: { ids: [ids[0]] } })).toMatchObject({
    notes: [{ reason: 'invitation-open', entries: 1 }],
  })
  await app.tend()
  expect(await owner.undo(last.id)).toMatchObject({
    changed: 1,
    skipped_people: [{ entry: { email: emails[3] }, reason: 'seat-taken' }],
  })
  expect(await owner.readWave(filling)).toMatchObject({ seats: 1, invited: 2, dropped: 1, vacant: 0 })
  expect(await statesOf(app)).toEqual(['invited', 'invited', 'invited', 'waiting', 'invited'])
  expect(await app.verify()).toEqual([])
})

test('a reported bounce frees the seat at once, and a corrected address gets the invitation again', async () => {
  await using list = await opened({ people: 4, mailEventsSecret: MAIL_EVENTS_SECRET })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  const correct = (id: string, email: string) => owner.act({ kind: 'correct-email', email, select: { ids: [id] } })
  const { id: wave } = await owner.wave({ count: 2 })
  const { id: filling } = await owner.wave({ count: 1, fills: true })
  await app.tend()
  await sent(smtp, 3)
  await recorded(app, 3)
  await bounces(app, emails[0]!)
  expect(await owner.readWave(wave)).toMatchObject({ open: 1, dropped: 1 })
  expect((await owner.readWave(wave, '?state=dropped')).people).toMatchObject([{ reason: 'bounced' }])
  expect(await statesOf(app)).toEqual(['waiting', 'invited', 'invited', 'waiting'])

  // The first address bounced. The second belongs to a stranger, whose link ends.
  const strange = invitationToken(about(smtp).find(({ to }) => to[0] === emails[1])!)
  for (const [index, email] of ['right@example.com', 'own@example.com'].entries()) {
    expect(await correct(ids[index]!, email)).toMatchObject({ changed: 1 })
    await app.tend()
    await sent(smtp, 4 + index)
    await recorded(app, 3)
    const mail = about(smtp).at(-1)!
    expect(mail.to).toEqual([email])
    expect(await callInvitation(app, invitationToken(mail))).toMatchObject({ body: { state: 'open' } })
  }
  expect((await callInvitation(app, strange)).status).toBe(404)
  expect(await owner.readWave(wave)).toMatchObject({ seats: 2, invited: 4, open: 2, dropped: 2 })
  expect(await app.verify()).toEqual([])

  // The next in line has taken the seat, so the person with the corrected address waits, first in line.
  await bounces(app, emails[2]!)
  await app.tend()
  await sent(smtp, 6)
  expect(await owner.readWave(filling)).toMatchObject({ dropped: 1, vacant: 0 })
  await correct(ids[2]!, 'late@example.com')
  await app.tend()
  expect(await statesOf(app)).toEqual(['invited', 'invited', 'waiting', 'invited'])
  expect((await owner.preview({ count: 1 })).people.map(({ email }) => email)).toEqual(['late@example.com'])
  expect(about(smtp)).toHaveLength(6)
  expect(await app.verify()).toEqual([])
})

test('a person whose mail is refused gets no other seat of that wave before their address is corrected', async () => {
  await using list = await opened({ people: 3 })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  smtp.misbehave((step, to) => (step === 'to' && to === emails[0] ? '554 5.7.1 Looks like spam' : null))
  const { id: wave } = await owner.wave({ count: 1, fills: true })
  await app.tend()
  await expect.poll(async () => (await owner.readWave(wave)).dropped).toBe(1)
  await app.tend()
  expect(await sent(smtp, 1)).toEqual([emails[1]])
  await recorded(app, 1)
  expect(await owner.readWave(wave)).toMatchObject({ invited: 2, dropped: 1, vacant: 0 })
  expect((await owner.preview({ count: 1 })).people.map(({ email }) => email)).toEqual([emails[0]])

  await owner.act({ kind: 'correct-email', email: 'right@example.com', select: { ids: [ids[0]] } })
  await owner.act({ kind: 'reject', select: { ids: [ids[1]] } })
  await app.tend()
  expect(await sent(smtp, 2)).toEqual([emails[1], 'right@example.com'])
  await recorded(app, 1)
  expect(await owner.readWave(wave)).toMatchObject({ invited: 3, vacant: 0 })
  expect(await app.verify()).toEqual([])
})

test('a person who changes their own address after a bounce may get a seat of that wave again', async () => {
  await using list = await opened({ people: 2, mailEventsSecret: MAIL_EVENTS_SECRET })
  const { smtp, app, owner, emails } = list
  const { id: wave } = await owner.wave({ count: 1, fills: true })
  await app.tend()
  await sent(smtp, 1)
  await recorded(app, 1)
  const place = await mailedToken(app, emails[0]!)
  await bounces(app, emails[0]!)
  await app.tend()
  expect(await sent(smtp, 2)).toEqual(emails)
  await recorded(app, 1)

  const change = { method: 'POST', url: '/api/place/email', payload: { email: 'new@example.com' } } as const
  expect((await callPlace(app, place, change)).statusCode).toBe(202)
  await hurryUntil(app, () => isQueueIdle(app))
  const token = await mailedToken(app, emails[0]!, { purpose: 'address' })
  expect((await callPlace(app, token, { method: 'POST', url: '/api/place/confirm' })).statusCode).toBe(204)
  await owner.act({ kind: 'reject', select: { ids: [(await app.entry(emails[1]!)).id] } })
  await app.tend()
  expect(await sent(smtp, 3)).toEqual([...emails, 'new@example.com'])
  await recorded(app, 1)
  expect(await owner.readWave(wave)).toMatchObject({ invited: 3, vacant: 0 })
  expect(await app.verify()).toEqual([])
})

test('an address that bounces or is corrected during a rejection counts when the rejection is undone', async () => {
  await using list = await opened({ people: 4, mailEventsSecret: MAIL_EVENTS_SECRET })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  const correct = (id: string, email: string) => owner.act({ kind: 'correct-email', email, select: { ids: [id] } })
  const { id: wave } = await owner.wave({ count: 3 })
  await app.tend()
  await sent(smtp, 3)
  await recorded(app, 3)
  const rejection = await owner.act({ kind: 'reject', select: { ids: ids.slice(0, 3) } })
  await bounces(app, emails[0]!)
  await correct(ids[1]!, 'right@example.com')
  await bounces(app, emails[2]!)
  await correct(ids[2]!, 'own@example.com')
  const strange = invitationToken(about(smtp).find(({ to }) => to[0] === emails[1])!)

  // The first mail bounced. The other two went to wrong addresses, which have been corrected.
  const { changed, notes, skipped_people } = await owner.undo(rejection.id)
  expect([changed, notes]).toEqual([
    3,
    expect.arrayContaining([
      { reason: 'invitation-bounced', entries: 1 },
      { reason: 'invitation-open', entries: 2 },
    ]),
  ])
  expect(skipped_people).toContainEqual({ entry: { id: ids[0], email: emails[0] }, reason: 'invitation-bounced' })
  expect(await statesOf(app)).toEqual(['waiting', 'invited', 'invited', 'waiting'])
  await app.tend()
  await sent(smtp, 5)
  await recorded(app, 2)
  expect(
    about(smtp)
      .slice(3)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(['own@example.com', 'right@example.com'])
  expect((await callInvitation(app, strange)).status).toBe(404)

  // Once the address is corrected, the person gets the invitation.
  await correct(ids[0]!, 'first@example.com')
  await app.tend()
  await sent(smtp, 6)
  await recorded(app, 3)
  expect(about(smtp).at(-1)!.to).toEqual(['first@example.com'])
  expect(await owner.readWave(wave)).toMatchObject({ seats: 3, open: 3, vacant: 0 })
  expect(await app.verify()).toEqual([])
})

test('a wave that was undone invites nobody, also once its call-back is undone', async () => {
  await using list = await opened({ people: 3 })
  const { app, owner } = list
  const later = new Date(Date.now() + 60 * 60_000).toISOString()
  const act = await owner.wave({ count: 3, sends_at: later, fills: true })
  const all = await owner.act({ kind: 'call-back', select: { wave: act.id } })
  expect(await owner.undo(act.id)).toMatchObject({ changed: 0, skipped: 3 })

  expect(await owner.undo(all.id)).toMatchObject({ changed: 0, reasons: [{ reason: 'wave-over', entries: 3 }] })

  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 0, fills: false })
  expect(await statesOf(app)).toEqual(Array(3).fill('waiting'))
})

test('until a mail has left it is called back, and undo sends it after all', async () => {
  await using list = await opened({ people: 5 })
  const { smtp, app, owner, emails } = list
  const later = new Date(Date.now() + 60 * 60_000).toISOString()
  const act = await owner.wave({ count: 3, sends_at: later, fills: true })
  await app.tend()
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 3, sent: 0 })
  const { id: one } = await app.entry(emails[0]!)
  const back = await owner.act({ kind: 'call-back', select: { ids: [one] } })
  expect(back).toMatchObject({ changed: 1 })
  expect(await statesOf(app)).toEqual(['waiting', 'invited', 'invited', 'waiting', 'waiting'])
  expect(await owner.undo(back.id)).toMatchObject({ changed: 1 })
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 3, called_back: 0, fills: true })

  const all = await owner.act({ kind: 'call-back', select: { wave: act.id } })
  expect(all).toMatchObject({ total: 3, changed: 3 })
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 0, called_back: 3, fills: false })
  expect(await statesOf(app)).toEqual(Array(5).fill('waiting'))
  expect(await app.verify()).toEqual([])
  expect(await owner.undo(all.id)).toMatchObject({ changed: 3 })
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 3, fills: true })
  await app.rows('update waves set next_mail_at = now(), sends_at = now()')
  await app.tend()
  await sent(smtp, 3)
  await recorded(app, 3)

  // All mails have left, so none can be called back.
  expect(await owner.undo(act.id)).toMatchObject({ total: 3, changed: 0, skipped: 3 })
  expect((await owner.act({ kind: 'call-back', select: { wave: act.id } })).reasons).toEqual([
    { reason: 'mail-left', entries: 3 },
  ])
  const token = invitationToken(about(smtp).find(({ to }) => to[0] === emails[0])!)
  expect((await callInvitation(app, token, 'accept')).status).toBe(200)
  const late = await owner.act({ kind: 'call-back', select: { wave: act.id } })
  expect(new Map(late.reasons.map(({ reason, entries }) => [reason, entries]))).toEqual(
    new Map([
      ['mail-left', 2],
      ['accepted', 1],
    ]),
  )
  expect(await statesOf(app)).toEqual(['admitted', 'invited', 'invited', 'waiting', 'waiting'])
  expect(await app.verify()).toEqual([])
})

test('from the moment that a wave is called back or undone it invites and mails nobody, however long that act takes', async () => {
  await using app = await testApp({ productUrl: PRODUCT })
  await app.joinMany(310)
  const owner = await waveOwner(app)
  /** A job does acts on this many people, and only this second server runs jobs. */
  const finish = async (act: string) => {
    await using _working = await testApp({ work: true, beside: app })
    return await owner.finished(act)
  }
  const wave = await owner.beginAct(owner.bodyOf({ count: 300, fills: true, per_hour: 60 }))
  // Another wave invites one of these people first. The first wave reports that, and invites nobody instead.
  const later = new Date(Date.now() + 60 * 60_000).toISOString()
  await owner.wave({ count: 1, sends_at: later })
  expect(await finish(wave)).toMatchObject({ changed: 299, reasons: [{ reason: 'invited', entries: 1 }] })
  expect(await owner.readWave(wave)).toMatchObject({ seats: 300, invited: 299, missed: 1 })
  await app.tend()
  const queued = (await app.waiting('send-invitation')).map(({ subject }) => subject)
  expect(queued).toHaveLength(1)
  const [other] = await app.rows(
    'select entry_id from invitations where entry_id <> $1 and wave_id = $2',
    queued[0],
    wave,
  )
  await owner.act({ kind: 'reject', select: { ids: [other.entry_id] } })
  expect(await owner.readWave(wave)).toMatchObject({ waiting: 298, dropped: 1, vacant: 1 })

  const back = await owner.beginAct({ kind: 'call-back', select: { wave } })
  await app.rows(`update waves set next_mail_at = now() - interval '1 minute' where id = $1`, wave)
  await app.tend()
  expect(await app.waiting('send-invitation')).toHaveLength(1)
  expect(await beginLeaving(app.pool, queued[0]!)).toBeNull()
  expect(await owner.readWave(wave)).toMatchObject({ invited: 299, waiting: 298, vacant: 1, fills: false })
  expect(await finish(back)).toMatchObject({ changed: 298, skipped: 1 })
  expect(await finish(await owner.beginUndo(back))).toMatchObject({ changed: 298 })
  expect(await beginLeaving(app.pool, queued[0]!)).not.toBeNull()
  await recordNotSent(app.pool, (await app.rows('select id from invitations where leaving_at is not null'))[0].id)
  await app.tend()
  expect(await owner.readWave(wave)).toMatchObject({ invited: 300, waiting: 299, vacant: 0, fills: true })
  expect(await app.verify()).toEqual([])

  // The undo also calls back the person who took the free seat, and who is not among the people of the wave's act.
  const undo = await owner.beginUndo(wave)
  await app.tend()
  expect(await owner.readWave(wave)).toMatchObject({ waiting: 299, called_back: 0, fills: false })
  expect(await finish(undo)).toMatchObject({ changed: 298 })
  await app.tend()
  expect(await owner.readWave(wave)).toMatchObject({ waiting: 0, called_back: 299 })
  expect((await statesOf(app)).filter((state) => state !== 'waiting')).toEqual(['invited'])
  expect(await app.verify()).toEqual([])
})

test('imported people stay quiet until the mail of their invitation has left, not if it is called back', async () => {
  await using list = await opened({ people: 0 })
  const { smtp, app, owner } = list
  const importer = await importingOwner(app)
  const imported = await importer.importFile('email,code\none@old.example,old-1\ntwo@old.example,old-2\n')
  const quiet = async () =>
    (await app.rows('select is_quiet from waitlist_entries order by joined_position')).map(({ is_quiet }) => is_quiet)
  const later = new Date(Date.now() + 60 * 60_000).toISOString()
  const act = await owner.wave({ count: 2, sends_at: later })
  expect(act.changed).toBe(2)
  expect((await owner.act({ kind: 'call-back', select: { wave: act.id } })).changed).toBe(2)
  expect(await quiet()).toEqual([true, true])

  await owner.wave({ count: 1 })
  await app.tend()
  expect(await sent(smtp, 1)).toEqual(['one@old.example'])
  await recorded(app, 1)
  expect(await quiet()).toEqual([false, true])

  // The import's undo keeps the person whose mail has left, and this person gets mails about friends.
  expect(await owner.undo(imported.id)).toMatchObject({ changed: 1, skipped: 1 })
  await app.join({ email: 'friend@example.com', used_referral_code: 'old-1' })
  const mailsToOne = () => smtp.mails.filter(({ to }) => to[0] === 'one@old.example').length
  await expect.poll(mailsToOne).toBe(2)
  expect(await app.verify()).toEqual([])
})

test('an invitation is sent again as it is, to one person or to those of a wave who have not opened it, once a day', async () => {
  await using list = await opened({ people: 5 })
  const { smtp, app, owner, emails } = list
  const ids = await Promise.all(emails.map(async (email) => (await app.entry(email)).id))
  const { id: wave } = await owner.wave({ count: 4, subject: 'Come in' })
  await app.tend()
  await sent(smtp, 4)
  await recorded(app, 4)
  const again = (select: object) => owner.act({ kind: 'resend', select })
  expect(await again({ wave })).toMatchObject({ changed: 0, reasons: [{ reason: 'mailed-today', entries: 4 }] })

  await daysPass(app, 2)
  const tokenOf = (email: string, nth = 0) => invitationToken(about(smtp).filter(({ to }) => to[0] === email)[nth]!)
  await callInvitation(app, tokenOf(emails[1]!))
  await callInvitation(app, tokenOf(emails[2]!), 'accept')
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', ids[3])
  const [before] = await app.rows('select id, ends_at from invitations where entry_id = $1', ids[0])
  const act = await again({ wave })
  expect(act).toMatchObject({ changed: 1, skipped: 3, can_undo: false })
  expect(act.reasons.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    'not-invited',
    'opened',
    'unsubscribed',
  ])
  await sent(smtp, 5)
  const mail = about(smtp)[4]!
  const day = before.ends_at.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  expect([mail.to, mail.subject]).toEqual([[emails[0]], 'Come in'])
  expect(mail.text).toContain('It is your turn.')
  expect(mail.text).toContain(`until ${day}`)
  expect(new Set(about(smtp).map(({ messageId }) => messageId)).size).toBe(5)
  expect(await app.rows('select id, ends_at from invitations where entry_id = $1', ids[0])).toEqual([before])
  for (const nth of [0, 1]) expect((await callInvitation(app, tokenOf(emails[0]!, nth))).body.state).toBe('open')
  expect((await again({ wave })).changed).toBe(0)

  expect(await again({ ids: [ids[1], ids[4]] })).toMatchObject({ changed: 1, reasons: [{ reason: 'not-invited' }] })
  expect((await sent(smtp, 6))[5]).toBe(emails[1])
  expect(await owner.read<EntryDetail>(`/api/admin/entries/${ids[1]}`)).toMatchObject({
    history: { invitations: [{ state: 'opened', resent_at: expect.any(String) }], acts: [{ kind: 'resend' }, {}] },
  })
  await app.rows(`update invitations set resends = 3, resent_at = now() - interval '2 days'`)
  expect((await again({ ids: [ids[1]] })).reasons).toMatchObject([{ reason: 'resent-often' }])
  await app.tend()
  expect(about(smtp)).toHaveLength(6)
  expect(await app.verify()).toEqual([])
})

test('an invitation reminds once, ends, and its seat goes to the next in line, but to nobody twice', async () => {
  await using list = await opened({ people: 3 })
  const { smtp, app, owner, emails } = list
  const act = await owner.wave({ count: 1, fills: true, includes_ended: true })
  await app.tend()
  await sent(smtp, 1)
  await recorded(app, 1)
  const token = invitationToken(about(smtp)[0]!)
  await daysPass(app, 5)
  await app.tend()
  await sent(smtp, 2)
  expect(about(smtp)[1]!.subject).toBe(site().mails.invitation.reminder.subject)
  expect(about(smtp)[1]!.to).toEqual([emails[0]])
  await daysPass(app, 1)
  await app.tend()
  expect(about(smtp)).toHaveLength(2)

  await daysPass(app, 1)
  // After a jump of the clock, no invitation ends.
  await app.tend({ isClockSteady: false })
  expect(await callInvitation(app, token)).toMatchObject({ body: { state: 'open' } })
  await app.tend()
  expect(await callInvitation(app, token)).toMatchObject({ body: { state: 'ended' } })
  expect(await callInvitation(app, token, 'accept')).toMatchObject({
    status: 409,
    body: { error: { code: 'invitation-over' } },
  })
  expect((await sent(smtp, 3))[2]).toBe(emails[1])
  expect(await statesOf(app)).toEqual(['waiting', 'invited', 'waiting'])
  expect(await owner.readWave(act.id)).toMatchObject({ seats: 1, invited: 2, ended: 1, vacant: 0 })
  expect(await app.verify()).toEqual([])

  // Later waves pass over people whose invitation ended, unless the wave includes such people.
  expect((await owner.preview({ count: 2 })).people.map(({ reason }) => reason)).toEqual([null, 'ended-before'])
  expect((await owner.preview({ count: 2 }, { includes_ended: true })).invited).toBe(2)
  // The link of the first mail does not show the second invitation before its mail has left.
  const later = new Date(Date.now() + 60 * 60_000).toISOString()
  const { id: planned } = await owner.wave({ count: 1, includes_ended: true, sends_at: later })
  const fresh = await mailedToken(app, emails[0]!)
  expect((await callPlace(app, fresh)).json()).toMatchObject({ state: 'invited', invitation: { ends_at: null } })
  const take = { method: 'POST', url: '/api/place/invitation' } as const
  expect((await callPlace(app, fresh, take)).statusCode).toBe(409)
  for (const isCalledBack of [false, true]) {
    if (isCalledBack) await owner.act({ kind: 'call-back', select: { wave: planned } })
    expect((await callInvitation(app, token)).body.state).toBe('ended')
    expect((await callInvitation(app, token, 'accept')).status).toBe(409)
  }
  await owner.wave({ count: 1, includes_ended: true })
  await app.tend()
  expect((await sent(smtp, 4))[3]).toBe(emails[0])
  await recorded(app, 2)
  expect(new Set(about(smtp).map(({ messageId }) => messageId)).size).toBe(4)
  expect((await callInvitation(app, token)).body.state).toBe('open')
  expect((await callInvitation(app, token, 'accept')).body).toMatchObject({ is_reachable: false })
  expect(await statesOf(app)).toEqual(['admitted', 'invited', 'waiting'])
  expect(await app.verify()).toEqual([])
})

test('a mail server that is away for a day delays a wave, and an address that it refuses gives its seat back', async () => {
  await using list = await opened({ people: 4, faulty: true })
  const { smtp, app, owner, emails } = list
  smtp.misbehave((step) => (step === 'connect' || step === 'from' ? '421 Away' : null))
  const act = await owner.wave({ count: 3, fills: true })
  await app.tend()
  // The first failed mail pauses all mails.
  await expect.poll(() => app.rows('select from outside_services where paused_until > now()')).toHaveLength(1)
  await app.rows(`update outside_services set paused_until = now() + interval '1 hour' where service = 'mail'`)
  // No mail has left, so each invitation can still be called back.
  const { id } = await app.entry(emails[0]!)
  await expect.poll(async () => (await app.rows('select from invitations where leaving_at is not null')).length).toBe(0)
  expect(await owner.act({ kind: 'call-back', select: { ids: [id] } })).toMatchObject({ changed: 1 })
  expect(await owner.readWave(act.id)).toMatchObject({ waiting: 2, called_back: 1 })

  smtp.misbehave((step, to) => (step === 'to' && to === emails[1] ? '550 5.1.1 No such user' : null))
  await using _hurrying = hurrying(app)
  await expect.poll(async () => (await owner.readWave(act.id)).sent, { timeout: 60_000 }).toBe(1)
  await expect.poll(async () => (await owner.readWave(act.id)).dropped, { timeout: 60_000 }).toBe(1)
  await app.tend()
  await expect.poll(async () => (await owner.readWave(act.id)).sent, { timeout: 60_000 }).toBe(2)
  // The person who was called back is first in line, but gets no seat of this wave again.
  expect(
    about(smtp)
      .map(({ to }) => to[0])
      .sort(),
  ).toEqual([emails[2], emails[3]].sort())
  expect((await owner.preview({ count: 1 })).people.map(({ email }) => email)).toEqual([emails[0]])
  expect(await app.verify()).toEqual([])
})

test('mails leave at the pace of their wave, in launch order', async () => {
  await using app = await testApp({ productUrl: PRODUCT })
  const joined = await app.joinMany(7)
  const owner = await waveOwner(app)
  const { id: wave } = await owner.wave({ count: 6, per_hour: 60 })
  const queued = async () => (await app.waiting('send-invitation')).map(({ subject }) => subject)
  const ids = await Promise.all(joined.map(async ({ email }) => (await app.entry(email)).id))
  // The second and the third person get no mail: both are left out below.
  const idsOf = (people: number) => [ids[0], ...ids.slice(3)].slice(0, people)
  await app.tend()
  await app.tend()
  expect(await queued()).toEqual(idsOf(1))
  // People who are rejected or unsubscribe are left out at once, and do not delay the next mails.
  await owner.act({ kind: 'reject', select: { ids: [ids[1]] } })
  const url = `/unsubscribe?token=${await createTokens(app.pool).sign('unsubscribe', ids[2]!)}`
  expect((await app.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  expect(await owner.readWave(wave)).toMatchObject({ waiting: 4, dropped: 2 })
  await app.rows(`update waves set next_mail_at = next_mail_at - interval '1 minute'`)
  await app.tend()
  expect(await queued()).toEqual(idsOf(2))
  // A server that was away for an hour does not catch up at once.
  await app.rows(`update waves set next_mail_at = next_mail_at - interval '1 hour'`)
  await app.tend()
  expect(await queued()).toEqual(idsOf(3))
  expect(await app.verify()).toEqual([])
})

test('erasing a person ends their invitation, gives the seat on, and leaves nothing personal', async () => {
  await using list = await opened({ people: 3 })
  const { smtp, app, owner, emails } = list
  const act = await owner.wave({ count: 1, fills: true })
  await app.tend()
  await sent(smtp, 1)
  await recorded(app, 1)
  const token = invitationToken(about(smtp)[0]!)
  const { id } = await app.entry(emails[0]!)
  await owner.act({ kind: 'erase', select: { ids: [id] } })
  expect((await callInvitation(app, token)).status).toBe(404)
  expect((await callInvitation(app, token, 'accept')).status).toBe(404)
  expect(await owner.readWave(act.id)).toMatchObject({
    ended: 1,
    people: [{ entry: { id, email: null }, reason: 'erased' }],
  })
  expect(await app.verify()).toEqual([])
  await app.tend()
  expect((await sent(smtp, 2))[1]).toBe(emails[1])

  const accepted = invitationToken(about(smtp)[1]!)
  const pass = new URL((await callInvitation(app, accepted, 'accept')).body.redirect).searchParams.get('invitation')!
  await owner.act({ kind: 'erase', select: { ids: [(await app.entry(emails[1]!)).id] } })
  expect((await redeem(app, pass, SECRET)).status).toBe(404)
  expect(await app.verify()).toEqual([])
})

test('mails and reminders leave out a person who is being erased, and wait for nobody', async () => {
  await using list = await opened({ people: 2 })
  const { app, owner, emails } = list
  await owner.wave({ count: 2 })
  const { id } = await app.entry(emails[0]!)
  const tendBeside = async (column: 'queued_at' | 'reminded_at') => {
    const marked = `select e.email from invitations i join waitlist_entries e on e.id = i.entry_id where i.${column} is not null`
    await inTransaction(app.pool, async (tx) => {
      await tx.query('select from waitlist_entries where id = $1 for update', [id])
      await app.tend()
      expect(await app.rows(marked)).toEqual([{ email: emails[1] }])
    })
    await app.tend()
    expect(await app.rows(marked)).toHaveLength(2)
  }
  await tendBeside('queued_at')
  await recorded(app, 2)
  await daysPass(app, 5)
  await tendBeside('reminded_at')
})

test('without a product no wave is sent, and the answer says what to set', async () => {
  await using app = await testApp()
  await app.joinMany(2)
  const owner = await waveOwner(app)
  const refused = await owner.post('/api/admin/acts', owner.bodyOf({ count: 1 }))
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'no-product'])
  expect(refused.json().error.message).toContain('Set your product address in Settings')
  expect((await owner.read<WavesPage>('/api/admin/waves')).gaps.map(({ setting }) => setting)).toEqual([
    'PRODUCT_URL',
    'SMTP_URL',
  ])
  expect((await redeem(app, 'x', 'y')).status).toBe(401)
  expect(await statesOf(app)).toEqual(['waiting', 'waiting'])

  // Without the product, invited people can still accept. Their link leads to the product once it is set again.
  await using before = await testApp({ beside: app, productUrl: PRODUCT })
  await owner.finished(await (await waveOwner(before)).beginAct(owner.bodyOf({ count: 1 })))
  const [{ entry_id }] = await app.rows('select entry_id from invitations')
  const token = (await createTokens(app.pool).sign('invitation', entry_id))!
  expect(await callInvitation(app, token, 'accept')).toEqual({
    status: 200,
    body: { redirect: null, is_reachable: false },
  })
  expect(await statesOf(app)).toEqual(['admitted', 'waiting'])
  expect((await callInvitation(before, token, 'accept')).body.redirect).toBe(PRODUCT)

  const faults: [object, string][] = [
    [{ count: 0 }, 'select.count'],
    [{ count: 1, filters: { range: 'all', q: 'x' }, fills: true }, 'fills'],
    [{ count: 1, sends_at: '2199-01-01T00:00:00Z' }, 'sends_at'],
    [{ count: 1, sends_at: new Date(Date.now() - 90_000).toISOString() }, 'sends_at'],
    [{ count: 1, per_hour: 0 }, 'per_hour'],
    [{ count: 1, subject: ' ' }, 'subject'],
    [{ count: 1, subject: 'Come in\r\nBcc: everybody@example.com' }, 'subject'],
    [{ count: 1, filters: { range: 'all', nonsense: 'x' } }, 'select.filters'],
  ]
  for (const [options, field] of faults) {
    const answer = await owner.post('/api/admin/acts', owner.bodyOf(options as { count: number }))
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [field]])
  }
})

/** Makes all waiting mails due, several times a second. */
function hurrying(app: TestApp): AsyncDisposable {
  const logFailure = (what: string, error: unknown) => expect.unreachable(`${what}: ${error}`)
  const { stop } = startRepeating({ step: () => hurry(app), restMs: 200, failure: 'no hurry', logFailure })
  return { [Symbol.asyncDispose]: stop }
}

/** A server in place of the owner's product. */
async function fakeProduct() {
  const server = createServer((_request, response) => response.writeHead(200).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
