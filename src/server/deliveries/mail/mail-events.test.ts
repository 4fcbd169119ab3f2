import { expect, test } from 'vitest'
import { confirmingApp } from '../../../../test/confirming-app.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'

const SECRET = 'a-secret-of-32-characters-12345678'
const PATIENCE = { timeout: 60_000, interval: 50 }
const to = 'Ada@Example.com'

function report(app: TestApp, body: unknown, { path = `/${SECRET}`, headers = {} } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const url = `/api/mail-events${path}`
  return app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
}

const marks = (app: TestApp) => app.rows('select kind, reason from mail_bounces')

const SES_BOUNCE = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bouncedRecipients: [
      { emailAddress: to, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 no such user' },
    ],
  },
  mail: { destination: [to] },
}
const SES_COMPLAINT = { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: to }] } }
const overSns = (message: object) => ({ Type: 'Notification', MessageId: '1', Message: JSON.stringify(message) })
const mailgun = (event: object) => ({ signature: { token: 'x' }, 'event-data': { recipient: to, ...event } })

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['arrays in arrays', nested(100_000), 400, []],
  ['arrays in an array of reports', `[{"event":"open"},${nested(100_000)}]`, 400, []],
  [
    'arrays in a message of Amazon',
    JSON.stringify({ Type: 'Notification', MessageId: '1', Message: nested(100_000) }),
    204,
    [],
  ],
  [
    'arrays where a text belongs',
    `{"event":"bounce","email":"${to}","reason":${nested(100_000)}}`,
    204,
    [{ kind: 'bounce', reason: expect.any(String) }],
  ],
  [
    'messages of Amazon in messages of Amazon',
    JSON.stringify(Array.from({ length: 12 }).reduce<object>((message) => overSns(message), SES_BOUNCE)),
    204,
    [],
  ],
])('%s fail nothing', async (_what, body, status, found) => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: to })
  const answer = await report(app, body)
  expect(answer.statusCode).toBe(status)
  if (status === 400) expect(answer.json().error.fields).toEqual({ body: 'must be a report or a list of reports' })
  expect(await marks(app)).toEqual(status === 400 ? [] : found)
})

test.each([
  [
    'Postmark',
    {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Email: to,
      Description: 'The server was unable',
      Details: 'no such user',
    },
  ],
  ['Amazon SES over SNS', overSns(SES_BOUNCE)],
  ['Amazon SES', SES_BOUNCE],
  [
    'Mailgun',
    mailgun({
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: 'no such user' },
    }),
  ],
  [
    'SendGrid',
    [
      { event: 'processed', email: 'jo@example.com' },
      { event: 'bounce', type: 'bounce', email: to, reason: '550 no such user', status: '5.1.1' },
    ],
  ],
  [
    'Resend',
    {
      type: 'email.bounced',
      data: { email_id: 'x', to: [to], bounce: { type: 'Permanent', subType: 'General', message: 'no such user' } },
    },
  ],
  ['Brevo', { event: 'hard_bounce', email: to, 'message-id': '<x@y>', reason: 'no such user' }],
])('a bounce that %s reports marks the person, and a passing one does not', async (_service, body) => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: 'ada@example.com' })
  const passing = JSON.parse(
    JSON.stringify(body)
      .replaceAll(/HardBounce|Permanent/g, 'Transient')
      .replace('"permanent"', '"temporary"')
      .replace('"hard_bounce"', '"soft_bounce"')
      .replace('"type":"bounce"', '"type":"blocked"'),
  )
  expect((await report(app, passing)).statusCode).toBe(204)
  expect(await marks(app)).toEqual([])
  for (let times = 0; times < 2; times += 1) expect((await report(app, body)).statusCode).toBe(204)
  expect(await marks(app)).toEqual([{ kind: 'bounce', reason: expect.stringContaining('no such user') }])
})

test.each([
  ['a full mailbox', 'bounce', { code: 552, message: 'Over quota' }],
  ['a full mailbox, by its code', 'bounce', { code: 550, 'enhanced-code': '5.2.2', message: 'Try later' }],
  ['a blocked server', 'bounce', { code: 550, message: '5.7.1 Your server is on a list' }],
  ['a mail that is too old', 'old', { code: 602, message: 'Too old' }],
  ['a reason of its own', 'generic', { code: 550, message: 'No' }],
  ['somebody who unsubscribed there', 'suppress-unsubscribe', { code: 606, message: 'Unsubscribed' }],
])('%s is no bounce, although Mailgun calls the failure permanent', async (_what, reason, status) => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: 'ada@example.com' })
  const failed = { event: 'failed', severity: 'permanent', reason, 'delivery-status': status }
  expect((await report(app, mailgun(failed))).statusCode).toBe(204)
  expect(await marks(app)).toEqual([])
})

test.each([
  ['suppress-bounce', 'bounce'],
  ['suppress-complaint', 'complaint'],
])('a mail that Mailgun did not send for the reason %s is a %s', async (reason, kind) => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: 'ada@example.com' })
  const status = { code: 605, message: '', description: 'Not delivering to previously bounced address' }
  await report(app, mailgun({ event: 'failed', severity: 'permanent', reason, 'delivery-status': status }))
  expect(await marks(app)).toEqual([{ kind, reason: expect.any(String) }])
})

test('a bounce of an address that is not confirmed yet marks its person, who gets no further mail', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { mailEventsSecret: SECRET })
  await app.ask({ email: 'ada@example.com' })
  await app.tokenOf('ada@example.com')
  expect((await report(app, SES_BOUNCE)).statusCode).toBe(204)
  const [{ id }] = await app.rows('select person_id as id from join_requests')
  expect(await app.rows('select entry_id, kind from mail_bounces')).toEqual([{ entry_id: id, kind: 'bounce' }])

  await app.ask({ email: 'ada@example.com', business_name: 'Another' })
  await expect
    .poll(() => app.rows(`select state, error from outbox where channel = 'send-confirmation'`), PATIENCE)
    .toEqual([{ state: 'given up', error: expect.stringContaining('No more mail goes to this address') }])
  expect(app.mailsTo('ada@example.com')).toHaveLength(1)
  expect(await app.verify()).toEqual([])
})

test.each([
  ['Postmark', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: to }],
  ['Amazon SES over SNS', overSns(SES_COMPLAINT)],
  ['Mailgun', mailgun({ event: 'complained' })],
  ['SendGrid', [{ event: 'spamreport', email: to }]],
  ['Resend', { type: 'email.complained', data: { to } }],
  ['Brevo', { event: 'spam', email: to }],
])('a complaint that %s reports marks the person, and stays one', async (_service, body) => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: 'ada@example.com' })
  await report(app, body)
  await report(app, SES_BOUNCE)
  expect(await marks(app)).toEqual([{ kind: 'complaint', reason: 'They reported our mail as spam.' }])
})

test('only the secret lets anybody report, in the path or as a password, whatever they send', async () => {
  await using app = await testApp({ mailEventsSecret: SECRET })
  await app.join({ email: 'ada@example.com' })
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` })
  for (const [path, headers] of [
    ['', {}],
    ['', basic('wrong')],
    ['/wrong', basic(SECRET)],
    [`/${SECRET}x`, {}],
    ['', { authorization: `Bearer ${SECRET}` }],
  ] as const)
    expect((await report(app, SES_BOUNCE, { path, headers })).statusCode).toBe(404)
  expect(await marks(app)).toEqual([])

  for (const body of [
    {},
    [],
    'null',
    '1',
    '"x"',
    [[null]],
    { event: 'bounce', email: 'nobody@example.com' },
    overSns({}),
  ])
    expect((await report(app, body)).statusCode).toBe(204)
  for (const body of ['', '{', 'a=b']) expect((await report(app, body)).statusCode).toBe(400)
  expect(
    (await report(app, SES_BOUNCE, { path: '', headers: { ...basic(SECRET), 'content-type': 'text/plain' } }))
      .statusCode,
  ).toBe(204)
  expect(await marks(app)).toHaveLength(1)

  await using closed = await testApp()
  expect((await report(closed, SES_BOUNCE)).statusCode).toBe(404)
})

test('the address that Amazon asks to have opened is opened, and no other', async () => {
  const opened: string[] = []
  await using app = await testApp({ mailEventsSecret: SECRET, openUrl: async (url) => opened.push(url) })
  const ask = (SubscribeURL: string) => report(app, { Type: 'SubscriptionConfirmation', Token: 'x', SubscribeURL })
  const theirs = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x'
  for (const url of [
    theirs,
    'https://sns.evil.example/?x=.amazonaws.com/',
    'http://sns.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com.evil.example/',
  ])
    expect((await ask(url)).statusCode).toBe(204)
  expect(opened).toEqual([theirs])
})

test('marked people are spared, the owner sees why, and can let mail go there again', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailEventsSecret: SECRET })
  const { referral_code } = await app.join({ email: 'ada@example.com' })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(1)
  await report(app, SES_COMPLAINT)
  await app.join({ email: 'friend@example.com', used_referral_code: referral_code })
  await expect
    .poll(() => app.rows(`select state, error from outbox where channel = 'send-referral-notification'`), PATIENCE)
    .toEqual([{ state: 'given up', error: 'No more mail goes to this address. They reported our mail as spam.' }])

  const owner = await signIn(app)
  const { id } = await app.entry('ada@example.com')
  const shown = async () => (await owner.get(`/api/admin/entries/${id}`)).json().entry
  expect(await shown()).toMatchObject({
    mail_problem: 'complaint',
    mail_problem_reason: 'They reported our mail as spam.',
  })
  const [listed] = (await owner.get('/api/admin/entries?q=ada@')).json().entries
  expect(listed).toMatchObject({ mail_problem: 'complaint' })

  const clearing = { method: 'DELETE', url: `/api/admin/entries/${id}/mail-problem` } as const
  expect((await app.app.inject(clearing)).statusCode).toBe(401)
  expect((await app.app.inject({ ...clearing, headers: { cookie: owner.cookie } })).statusCode).toBe(204)
  expect(await shown()).toMatchObject({ mail_problem: null, mail_problem_reason: null })
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'mail' })).json()).toEqual({ queued: 1 })
  await expect.poll(() => smtp.mails.filter(({ to }) => to[0] === 'ada@example.com').length, PATIENCE).toBe(2)
})
