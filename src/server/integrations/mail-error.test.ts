import { expect, test } from 'vitest'
import { freePort } from '../../../test/server.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { explainMailError } from './mail-error.ts'
import { createMail } from './mail.ts'

const from = 'Firstchair <hello@waitlist.example>'

function explain(details: {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  message?: string
}) {
  const responseCode = Number(details.response?.slice(0, 3) ?? 0) || undefined
  const permanent = responseCode === undefined ? undefined : responseCode >= 500
  const error = Object.assign(new Error(details.message ?? 'Something'), { responseCode, permanent }, details)
  return explainMailError(error, { from })
}

test.each([
  ['a mailbox that is full', { code: 'EENVELOPE', command: 'RCPT TO', response: '452 4.2.2 Over quota' }, 'deferred'],
  [
    'somebody who gets too much',
    { code: 'EENVELOPE', command: 'RCPT TO', response: '450 4.2.1 Receiving mail at a rate' },
    'deferred',
  ],
  ['greylisting', { code: 'EENVELOPE', command: 'RCPT TO', response: '451 4.7.1 Greylisting in action' }, 'deferred'],
  ['a full disk', { code: 'EMESSAGE', command: 'DATA', response: '452 4.3.1 Insufficient system storage' }, 'failed'],
  ['throttling', { code: 'EMESSAGE', command: 'DATA', response: '454 Throttling failure' }, 'failed'],
  ['nobody there', { code: 'EENVELOPE', command: 'RCPT TO', response: '550 5.1.1 No such user' }, 'refused'],
  ['spam', { code: 'EMESSAGE', command: 'DATA', response: '554 5.7.1 Looks like spam' }, 'refused'],
  ['no relaying', { code: 'EENVELOPE', command: 'RCPT TO', response: '554 5.7.1 Relay access denied' }, 'failed'],
  [
    'our address, late',
    { code: 'EMESSAGE', command: 'DATA', response: '554 Not verified: hello@waitlist.example' },
    'failed',
  ],
  ['our address', { code: 'EENVELOPE', command: 'MAIL FROM', response: '553 5.7.1 Not yours' }, 'misconfigured'],
  ['a busy server', { code: 'EENVELOPE', command: 'MAIL FROM', response: '451 4.3.0 Later' }, 'unavailable'],
  ['a goodbye', { code: 'EENVELOPE', command: 'RCPT TO', response: '421 4.7.0 Too many connections' }, 'unavailable'],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 No' }, 'misconfigured'],
  [
    'passwords that cannot be looked up',
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '454 4.7.0 Later' },
    'unavailable',
  ],
  [
    'no password',
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '530 5.7.0 Authentication required' },
    'misconfigured',
  ],
  ['a certificate', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' }, 'misconfigured'],
  ['no TLS', { code: 'ETLS', command: 'STARTTLS' }, 'misconfigured'],
  ['a name that nobody knows', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, 'unavailable'],
  ['a web server', { code: 'EPROTOCOL', command: 'CONN', response: 'HTTP/1.1 400 Bad Request' }, 'unavailable'],
  ['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'unavailable'],
  ['our own time-out', { code: 'EABORT' }, 'unavailable'],
  ['an address the library refuses', { code: 'EENVELOPE', command: 'API', message: 'Invalid recipient' }, 'refused'],
] as const)('%s is told for what it is', (_name, details, kind) => {
  expect(explain(details).kind).toBe(kind)
})

test('a test of the mail server says that it can be used, and sends nothing', async () => {
  await using smtp = await fakeSmtp()
  const mail = createMail({ url: smtp.url, from })
  expect(await mail.check()).toEqual({ ok: true, message: expect.stringContaining('takes mail'), problems: [] })
  expect(smtp.mails).toEqual([])
  mail.close()
})

test.each([
  ['a wrong password', async (url: string) => url.replace('secret', 'guess'), 'user name and password'],
  ['no server', async () => `smtp://127.0.0.1:${await freePort()}`, 'cannot be reached'],
] as const)('a test of the mail server says what is wrong: %s', async (_name, change, words) => {
  await using smtp = await fakeSmtp()
  const mail = createMail({ url: await change(smtp.url), from })
  expect(await mail.check()).toMatchObject({ ok: false, problems: [expect.stringContaining(words)] })
  mail.close()
})
