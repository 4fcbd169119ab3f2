import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sourceSite } from '#shared/site/site.ts'
import { PlaceExport } from '#shared/joining/place-export.ts'
import { EVENTS } from '#shared/programs/webhooks.ts'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { mailingApp } from '../../../../test/mailing-app.ts'
import { longTest } from '../../../../test/runs.ts'
import { callInvitation, invitationToken } from '../../../../test/people/wave-owner.ts'
import { sampleAnswers } from '../../../../test/sample-answers.ts'
import { testApp } from '../../../../test/test-app.ts'
import { exportPlace } from '../../own-place/export-place.ts'
import { lockAndReadCounter } from '../../listing/rows/counter.ts'
import { insertFirst } from '../../publishing/queries.ts'
import { dropDeliveries } from './deliveries.ts'
import { takeUntold } from './endpoints.ts'
import { createPost } from './post.ts'

const PRIVATE = { allowsPrivateHooks: true }
const SHARED = { ...PRIVATE, secretKey: 'k'.repeat(32) }

test('a program is told of a whole life in order, with signatures that its library takes', async () => {
  await using smtp = await fakeSmtp()
  await using receiver = await fakeReceiver()
  await using app = await mailingApp(smtp, { ...PRIVATE, productUrl: 'https://product.example' })
  const owner = await hookOwner(app)
  const { secret } = await owner.add({ url: receiver.url })

  const { referral_code } = await app.join({ email: 'mia@example.com' })
  const { id } = await app.entry('mia@example.com')
  await app.join({ email: 'mia@example.com', business_name: 'Another chair' })
  await app.join({ used_referral_code: referral_code })
  await owner.act({ kind: 'reject', select: { ids: [id] } })
  await owner.act({ kind: 'accept', select: { ids: [id] } })
  await owner.wave({ count: 1, ids: [id] })
  await app.tend()
  await expect.poll(() => smtp.mails.some(({ text }) => text.includes('/invitation#'))).toBe(true)
  await expect.poll(() => app.rows(`select from invitations where state = 'sent'`)).toHaveLength(1)
  await app.tend()
  const mail = smtp.mails.find(({ text }) => text.includes('/invitation#'))!
  await callInvitation(app, invitationToken(mail), 'accept')
  await app.app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { name: 'Mia', email: 'mia@example.com', subject: 'Hello', message: 'A question' },
  })
  await owner.act({ kind: 'erase', select: { ids: [id] } })
  // Each event of a person waits for the one before it.
  for (let round = 0; round < EVENTS.length; round += 1) await app.webhooks.deliver()

  const payloads = receiver.verify(secret)
  expect(payloads.filter(({ data }) => data.id === id).map(({ type }) => type)).toEqual([
    'entry.joined',
    'entry.changed',
    'entry.moved',
    'entry.rejected',
    'entry.accepted',
    'invitation.sent',
    'invitation.accepted',
    'entry.erased',
  ])
  expect(payloads.map(({ type }) => type)).toEqual(expect.arrayContaining(['wave.finished', 'message.received']))
  expect(payloads.find(({ type }) => type === 'invitation.sent')!.data).toMatchObject({ wave_id: expect.any(String) })
  for (const { body } of receiver.received) expect(body).not.toMatch(/mia|@|Robin|Corner/)
  expect(await app.verify()).toEqual([])
})

test('nothing is recorded that no endpoint wants, and an endpoint gets what happens after it was added', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  await app.join({ email: 'before@example.com' })
  await owner.act({ kind: 'reject', select: { filters: { range: 'all' } } })
  await app.webhooks.deliver()
  expect(await app.rows('select from outbox where endpoint_id is not null')).toEqual([])
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined'] })
  await app.join()
  await owner.act({ kind: 'accept', select: { filters: { range: 'all' } } })
  await app.webhooks.deliver()

  expect(receiver.payloads()).toMatchObject([{ type: 'entry.joined', data: { position: 2 } }])
  await owner.change(id, { is_on: false })
  await app.join()
  await app.webhooks.deliver()
  await owner.change(id, { is_on: true })
  await app.join()
  await app.webhooks.deliver()
  expect(receiver.payloads().map(({ data }) => data.position)).toEqual([2, 4])
})

test('only an endpoint for which the owner chose it gets personal data, and the privacy page names it', async () => {
  await using plain = await fakeReceiver()
  await using trusted = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  await owner.add({ url: plain.url, events: ['entry.joined'] })
  const { id } = await owner.add({
    url: trusted.url,
    name: 'Our <CRM>',
    events: ['entry.joined'],
    fields: ['email', 'name', 'answers'],
  })
  expect((await owner.listed())[0]).toMatchObject({ id, events: ['entry.joined', 'entry.erased'] })
  expect(app.webhooks.recipients()).toEqual([{ name: 'Our <CRM>', fields: ['email', 'name', 'answers'] }])

  await app.join({ email: 'mia@example.com', full_name: 'Mia Moss', ...sampleAnswers() })
  await app.webhooks.deliver()
  expect(plain.received[0]!.body).not.toMatch(/mia|Moss|Corner/i)
  expect(trusted.payloads()[0]!.data).toMatchObject({
    email: 'mia@example.com',
    name: expect.stringMatching(/Mia Moss|Robin Reed/),
    answers: { business_name: 'The Corner Chair' },
  })
  // The export lists the data that the program got, even if the program gets none from now on.
  await owner.change(id, { fields: [] })
  const file = await exportPlace(app.pool, (await app.entry('mia@example.com')).id)
  expect(PlaceExport.parse(file).programs).toEqual([
    { name: 'Our <CRM>', told_at: expect.any(String), data: ['answers', 'email', 'name'] },
  ])
})

test('a change that waits for another one keeps what it does not name', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined'], fields: ['email'] })
  await using holder = Object.assign(await app.pool.connect(), {
    [Symbol.asyncDispose]: async () => holder.release(),
  })
  await holder.query('begin')
  await lockAndReadCounter(holder)
  const renamed = owner.change(id, { name: 'Ours' })
  await expect
    .poll(() =>
      app.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    )
    .not.toEqual([])

  await holder.query(`update webhook_endpoints set fields = '{}'`)
  await holder.query('commit')

  expect((await renamed).statusCode).toBe(204)
  expect(await owner.listed()).toMatchObject([{ id, name: 'Ours', fields: [] }])
})

test('what the owner changes while much is being sent holds for the rest of it', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined'], fields: ['email'] })
  await app.joinMany(70)
  receiver.behave(async (_request, response, count) => {
    if (count === 1) await owner.change(id, { fields: [] })
    if (count === 21) await owner.change(id, { is_on: false })
    response.writeHead(204).end()
  })
  await app.webhooks.deliver()
  expect(receiver.received.map(({ body }) => body.includes('@'))).toEqual([
    ...Array(20).fill(true),
    ...Array(20).fill(false),
  ])
  const [sent] = (await owner.log(id, '?state=done')).slice(-1)
  await owner.change(id, { is_on: true })
  await owner.call(id, 'redeliver', { delivery: sent!.id })
  await app.webhooks.deliver()
  expect(receiver.received).toHaveLength(71)
  expect(receiver.received.slice(40).filter(({ body }) => body.includes('@'))).toEqual([])
})

test('erasing a person clears stored answers about them, and a redelivery sends only their id', async () => {
  await using receiver = await fakeReceiver((_request, response) => void response.end('hello mia@example.com'))
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined'], fields: ['email'] })
  await app.join({ email: 'mia@example.com' })
  await app.webhooks.deliver()
  expect((await owner.log(id))[0]).toMatchObject({ state: 'done', status: 200, answer: 'hello mia@example.com' })
  const { id: person } = await app.entry('mia@example.com')
  await owner.act({ kind: 'erase', select: { ids: [person] } })

  const from = new Date(Date.now() - 60_000).toISOString()
  const to = new Date(Date.now() + 60_000).toISOString()
  expect((await owner.call(id, 'redeliver', { from, to })).json()).toEqual({ queued: 1 })
  await app.webhooks.deliver()
  const joined = receiver.payloads().filter(({ type }) => type === 'entry.joined')
  expect(joined.map(({ data }) => Object.keys(data))).toEqual([['id', 'position', 'email'], ['id']])
  expect(JSON.stringify(await app.rows('select * from outbox where endpoint_id is not null'))).not.toContain('mia')
  const ids = receiver.received
    .filter(({ body }) => body.includes('entry.joined'))
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('a delivery that waits while its person is erased sends only their id, before it tells of the erasure', async () => {
  await using receiver = await fakeReceiver(() => 503)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const events = ['entry.joined', 'entry.changed', 'entry.erased'] as const
  await owner.add({ url: receiver.url, events: [...events], fields: ['email', 'name', 'answers'] })
  await app.join({ email: 'mia@example.com', business_name: 'Mia’s chair' })
  await app.join({ email: 'mia@example.com', business_name: 'Mia’s other chair' })
  await app.webhooks.deliver()
  const { id } = await app.entry('mia@example.com')
  await owner.act({ kind: 'erase', select: { ids: [id] } })

  const before = receiver.received.length
  receiver.behave(() => 204)
  for (const _event of events) await owner.hurry()
  const later = receiver.payloads().slice(before)
  expect(later.map(({ type }) => type)).toEqual([...events])
  for (const { data } of later) expect(data).toEqual({ id })
})

test('a failed delivery gets eight attempts over 75 hours, and later events of the same person wait for it', async () => {
  await using receiver = await fakeReceiver(() => 500)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, events: ['entry.joined', 'entry.changed'] })
  await app.join({ email: 'mia@example.com' })
  await app.join({ email: 'mia@example.com', business_name: 'Another' })
  await app.webhooks.deliver()
  let minutes = 0
  for (let attempt = 1; attempt < 8; attempt += 1) {
    const [row] = await app.rows(`select extract(epoch from due_at - changed_at)::int as wait, attempts
      from outbox where endpoint_id is not null and attempts > 0`)
    expect(row.attempts).toBe(attempt)
    minutes += row.wait / 60
    await owner.hurry()
  }
  expect(minutes).toBe(75 * 60)
  expect(receiver.payloads().map(({ type }) => type)).toEqual(Array(8).fill('entry.joined'))
  expect(await owner.log(id, '?state=failed')).toMatchObject([{ attempts: 8, status: 500, answer: 'answered 500' }])

  receiver.behave(() => 204)
  await owner.hurry()
  expect(receiver.payloads().at(-1)!.type).toBe('entry.changed')
  const [failed] = await owner.log(id, '?state=failed')
  await owner.call(id, 'redeliver', { delivery: failed!.id })
  await app.webhooks.deliver()
  expect(receiver.payloads().at(-1)!.type).toBe('entry.joined')
  expect((await owner.listed())[0]).toMatchObject({ failures: 0, waiting: 0, given_up: 1 })
})

test('after a rotation two secrets sign for a day', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id, secret } = await owner.add({ url: receiver.url })
  const next = (await owner.call(id, 'rotate')).json().secret
  await owner.call(id, 'test')
  await app.webhooks.deliver()
  for (const one of [secret, next]) expect(receiver.verify(one)).toMatchObject([{ type: 'endpoint.test', data: {} }])
  await app.rows('update webhook_endpoints set former_until = now()')
  receiver.received.length = 0
  await owner.call(id, 'test')
  await app.webhooks.deliver()
  expect(() => receiver.verify(secret)).toThrow('No matching signature found')
  expect(receiver.verify(next)).toHaveLength(1)
  expect(JSON.stringify(await app.rows('select * from webhook_endpoints'))).not.toContain(secret.slice(6))
})

test('an endpoint that answers 410, or fails for five days in which a server ran, is switched off, and owners get a mail', async () => {
  await using smtp = await fakeSmtp()
  await using receiver = await fakeReceiver(() => 410)
  await using app = await mailingApp(smtp, PRIVATE)
  const owner = await hookOwner(app)
  await app.rows(`update accounts set email = 'owner@example.com'`)
  await owner.add({ url: receiver.url, name: 'Gone' })
  await app.join()
  await app.webhooks.deliver()
  receiver.behave(() => 503)
  await owner.add({ url: receiver.url, name: 'Failing' })
  await app.join()
  await app.webhooks.deliver()
  const tick = async (since: string) => {
    await app.rows(`update webhook_endpoints set ticked_at = now() - $1::interval`, since)
    await app.webhooks.lookAfter()
  }
  // No server ran for a week, of which only two minutes count.
  await tick('7 days')
  expect((await owner.listed()).map(({ off_because }) => off_because)).toEqual([null, 'gone'])
  await app.rows(`update webhook_endpoints set failing_for = interval '5 days' - interval '90 seconds'`)
  await tick('2 minutes')
  expect((await owner.listed()).map(({ off_because }) => off_because)).toEqual(['failing', 'gone'])
  expect((await owner.get('/api/admin/integrations')).json().webhooks_off).toEqual(['Gone', 'Failing'])
  await app.webhooks.lookAfter()
  const told = smtp.mails.filter(({ to }) => to.includes('owner@example.com')).map(({ text }) => text)
  expect(told.filter((text) => text.includes('"Gone"'))).toHaveLength(1)
  expect(told.filter((text) => text.includes('"Failing"'))).toHaveLength(1)
  expect(await owner.log((await owner.listed())[0]!.id, '?state=waiting')).toHaveLength(1)
})

test('owners are told of an endpoint that is switched off as soon as mail works again, once', async () => {
  await using gone = await goneEndpoint()
  const { smtp, app } = gone
  smtp.misbehave((step) => (step === 'from' ? '451 Later' : null))
  await app.webhooks.lookAfter()
  expect(smtp.mails).toEqual([])

  smtp.recover()
  for (let times = 0; times < 2; times += 1) await app.webhooks.lookAfter()
  expect(smtp.mails.map(({ text }) => text)).toEqual([expect.stringContaining('"Gone"')])
})

test.each([
  ['for good', 1, (step: string) => (step === 'to' ? '550 5.1.1 No such user' : null)],
  ['for now', 2, (step: string) => (step === 'to' ? '451 4.7.1 Over quota' : null)],
] as const)(
  'a mail about an endpoint that is refused %s does not go out again each minute',
  async (_, times, refuse) => {
    await using gone = await goneEndpoint()
    gone.smtp.misbehave(refuse)
    for (let minute = 0; minute < 4; minute += 1) await gone.app.webhooks.lookAfter()
    expect(gone.smtp.commands.filter((command) => command.startsWith('RCPT TO'))).toHaveLength(times)
  },
)

longTest('a mail about an endpoint for which the mail server takes long is not sent again', async () => {
  await using gone = await goneEndpoint()
  gone.smtp.misbehave((step) => (step === 'to' || step === 'data' ? 15_000 : null))
  for (let minute = 0; minute < 2; minute += 1) await gone.app.webhooks.lookAfter()
  await expect.poll(() => gone.smtp.mails.length).toBe(1)
  expect(gone.smtp.commands.filter((command) => command.startsWith('RCPT TO'))).toHaveLength(1)
})

longTest('a mail about an endpoint that a slow mail server refuses for now goes out later', async () => {
  await using gone = await goneEndpoint()
  gone.smtp.misbehave((step) => (step === 'data' ? '451 4.3.0 Later' : 10_000))
  await gone.app.webhooks.lookAfter()
  expect(gone.smtp.mails).toEqual([])

  gone.smtp.recover()
  await gone.app.webhooks.lookAfter()
  expect(gone.smtp.mails).toHaveLength(1)
})

test('two servers tell owners once of an endpoint that is switched off', async () => {
  await using gone = await goneEndpoint()
  await using other = await mailingApp(gone.smtp, { ...PRIVATE, beside: gone.app })
  await Promise.all([gone.app, other].map(({ webhooks }) => webhooks.lookAfter()))
  expect(gone.smtp.mails).toHaveLength(1)
})

test('owners are told of an endpoint that is switched off also if the server that took this on was killed', async () => {
  await using gone = await goneEndpoint()
  const { smtp, app } = gone
  expect(await takeUntold(app.pool)).toMatchObject({ name: 'Gone' })
  await app.webhooks.lookAfter()
  expect(smtp.mails).toEqual([])

  await app.rows(`update webhook_endpoints set telling_until = telling_until - interval '5 minutes'`)
  for (let times = 0; times < 2; times += 1) await app.webhooks.lookAfter()
  expect(smtp.mails.map(({ text }) => text)).toEqual([expect.stringContaining('"Gone"')])
})

test.each([
  ['a mail server', 'owner@example.com', () => testApp(PRIVATE)],
  ['an owner with an email', null, (smtp: FakeSmtp) => mailingApp(smtp, PRIVATE)],
])('without %s nobody is told of an endpoint that is switched off, also later', async (_, email, start) => {
  await using smtp = await fakeSmtp()
  await using receiver = await fakeReceiver(() => 410)
  await using app = await start(smtp)
  const owner = await hookOwner(app)
  await app.rows('update accounts set email = $1', email)
  const { id } = await owner.add({ url: receiver.url })
  await owner.call(id, 'test')
  await app.webhooks.deliver()
  await app.webhooks.lookAfter()
  expect(await app.rows('select told_at from webhook_endpoints')).toEqual([{ told_at: expect.any(Date) }])
})

test('a deleted endpoint takes no test event, and its deliveries are gone; old ones go with the retention time', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const [kept, gone] = [await owner.add({ url: receiver.url }), await owner.add({ url: receiver.url })]
  for (const { id } of [kept, gone]) await owner.call(id, 'test')
  await app.app.inject({ method: 'DELETE', url: `/api/admin/endpoints/${gone.id}`, headers: { cookie: owner.cookie } })
  const refused = await owner.call(gone.id, 'test')
  expect([refused.statusCode, refused.json().error.code]).toEqual([404, 'not-found'])

  await app.webhooks.deliver()
  await owner.call(kept.id, 'test')
  await app.rows(`update outbox set changed_at = now() - interval '31 days'`)
  await dropDeliveries(app.pool, 730)
  expect(await app.rows('select endpoint_id, state from outbox')).toEqual([{ endpoint_id: kept.id, state: 'waiting' }])
  await owner.change(kept.id, { is_on: false })
  await dropDeliveries(app.pool, 30)
  expect(await app.rows('select from outbox')).toEqual([])
})

test('no answer, nonsense, a reset or a redirect is a failure with its reason, and no redirect is followed', async () => {
  await using elsewhere = await fakeReceiver()
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url })
  const faults = [
    [(_: unknown, response: { socket: { destroy(): void } }) => response.socket.destroy(), /broke/],
    [
      (_: unknown, response: { socket: { end(text: string): void } }) => response.socket.end('nonsense\r\n\r\n'),
      /not valid HTTP/,
    ],
    [
      (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
        response.writeHead(302, { location: elsewhere.url }).end(),
      /^Redirects are not followed. It moved to http/,
    ],
  ] as const
  for (const [behave, reason] of faults) {
    receiver.behave(behave as never)
    await owner.call(id, 'test')
    await owner.hurry()
    const [newest] = await owner.log(id)
    expect(newest).toMatchObject({
      state: 'waiting',
      attempts: 1,
      answer: expect.stringMatching(reason),
    })
    await app.rows('delete from outbox where endpoint_id is not null')
  }
  expect(elsewhere.received).toEqual([])
  receiver.behave((_request, response) => void response.end('x'.repeat(5_000)))
  await owner.call(id, 'test')
  await owner.hurry()
  expect((await owner.log(id))[0]!.answer).toHaveLength(1_000)
})

test('a published version of the site is told of, with the act that published it', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(PRIVATE)
  await insertFirst(app.pool, sourceSite)
  const owner = await hookOwner(app)
  await owner.add({ url: receiver.url, events: ['site.published'] })
  const document = { ...sourceSite, brand: { ...sourceSite.brand, name: 'Second Sun' } }
  const revision = randomUUID()
  const payload = { document, base: 1, revision, replaces: null }
  const draft = { method: 'PUT', url: '/api/admin/site/draft', payload } as const
  expect((await app.app.inject({ ...draft, headers: { cookie: owner.cookie } })).statusCode).toBe(204)
  expect((await owner.post('/api/admin/site/publish', { revision })).statusCode).toBe(202)
  await app.webhooks.deliver()

  const [act] = await app.rows(`select id from acts where kind = 'publish'`)
  expect(receiver.payloads()).toMatchObject([{ type: 'site.published', data: { publication_id: act!.id, version: 2 } }])
})

test('an address that leads into a private network is refused, also when a name leads there', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp()
  const owner = await hookOwner(app)
  const refused = async (url: string) =>
    (await owner.post('/api/admin/endpoints', { name: 'x', events: ['entry.joined'], url })).json().error?.fields?.url
  for (const url of [
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://169.254.169.254/latest',
    'https://0x7f000001/hook',
    'https://user:password@example.com/hook',
    'ftp://example.com',
    'nothing',
  ])
    expect([url, await refused(url)]).toEqual([url, expect.any(String)])

  const post = createPost({ allowsPrivate: () => false })
  const named = receiver.url.replace('127.0.0.1', 'localhost')
  expect(await post({ url: named, headers: {}, body: '{}' })).toMatchObject({
    status: null,
    text: /private or reserved network/,
  })
  const within = createPost({ allowsPrivate: () => true })
  expect(await within({ url: 'http://169.254.169.254/', headers: {}, body: '' })).toMatchObject({ status: null })
  expect(await within({ url: 'http://[fd00:ec2::254]/', headers: {}, body: '' })).toMatchObject({ status: null })
  expect(receiver.received).toEqual([])
  for (const one of [post, within]) one.close()
})

test('two servers send each event once, and go on with what a killed one had claimed', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp(SHARED)
  await using beside = await testApp({ ...SHARED, beside: app })
  const owner = await hookOwner(app)
  await owner.add({ url: receiver.url, events: ['entry.joined'] })
  await app.joinMany(60)
  await Promise.all([app.webhooks.deliver(), beside.webhooks.deliver()])
  await app.webhooks.deliver()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
  expect(receiver.received).toHaveLength(60)

  await app.join()
  receiver.behave((request) => void request.socket.destroy())
  await app.webhooks.deliver()
  // The request is repeated on a new connection if it was sent on a reused one.
  expect([61, 62]).toContain(receiver.received.length)
  await app.rows(
    `update outbox set claimed_until = now() + interval '1 minute', due_at = now() where endpoint_id is not null and state = 'waiting'`,
  )
  receiver.behave(() => 204)
  receiver.received.length = 0
  await beside.webhooks.deliver()
  expect(receiver.received).toHaveLength(0)
  await app.rows(`update outbox set claimed_until = now() where endpoint_id is not null and state = 'waiting'`)
  await beside.webhooks.deliver()
  expect(receiver.received).toHaveLength(1)
})

/** A server with an endpoint that wants no more events, of which the owner was not told yet. */
async function goneEndpoint() {
  const parts = new AsyncDisposableStack()
  const smtp = parts.use(await fakeSmtp())
  const receiver = parts.use(await fakeReceiver(() => 410))
  const app = parts.use(await mailingApp(smtp, PRIVATE))
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: receiver.url, name: 'Gone' })
  await owner.call(id, 'test')
  await app.webhooks.deliver()
  await app.rows(`update accounts set email = 'owner@example.com'`)
  return { smtp, app, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}
