import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { freePort } from '../../../../test/servers/server.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
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
    'a mailbox that gets too much mail',
    { code: 'EENVELOPE', command: 'RCPT TO', response: '450 4.2.1 Receiving mail at a rate' },
    'deferred',
  ],
  ['greylisting', { code: 'EENVELOPE', command: 'RCPT TO', response: '451 4.7.1 Greylisting in action' }, 'deferred'],
  ['a full disk', { code: 'EMESSAGE', command: 'DATA', response: '452 4.3.1 Insufficient system storage' }, 'failed'],
  ['throttling', { code: 'EMESSAGE', command: 'DATA', response: '454 Throttling failure' }, 'failed'],
  ['our limit of a day', { code: 'EMESSAGE', command: 'DATA', response: '550 5.4.5 Daily limit exceeded' }, 'failed'],
  ['our limit, in words', { code: 'EMESSAGE', command: 'DATA', response: '550 Sending quota exceeded' }, 'failed'],
  [
    'our limit of an hour',
    { code: 'EENVELOPE', command: 'RCPT TO', response: '550 You have exceeded the max emails per hour' },
    'failed',
  ],
  [
    'our limit, at the sender',
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.4.5 Daily sending quota exceeded' },
    'unavailable',
  ],
  [
    'their limit of a day',
    { code: 'EENVELOPE', command: 'RCPT TO', response: '552 5.2.2 Daily quota exceeded' },
    'refused',
  ],
  ['their full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', response: '552 Mailbox quota exceeded' }, 'refused'],
  ['nobody there', { code: 'EENVELOPE', command: 'RCPT TO', response: '550 5.1.1 No such user' }, 'bounced'],
  ['a domain without mail', { code: 'EENVELOPE', command: 'RCPT TO', response: '556 5.1.10 Null MX' }, 'bounced'],
  ['a status code that begins alike', { code: 'EENVELOPE', command: 'RCPT TO', response: '550 5.1.12 ?' }, 'refused'],
  ['a full mailbox, for good', { code: 'EENVELOPE', command: 'RCPT TO', response: '552 5.2.2 Full' }, 'refused'],
  ['missing records', { code: 'EMESSAGE', command: 'DATA', response: '550 5.7.26 Unauthenticated' }, 'failed'],
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
  ['an unknown host name', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }, 'unavailable'],
  ['a web server', { code: 'EPROTOCOL', command: 'CONN', response: 'HTTP/1.1 400 Bad Request' }, 'unavailable'],
  ['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'unavailable'],
  ['our own time-out', { code: 'EABORT' }, 'unavailable'],
  ['an address the library refuses', { code: 'EENVELOPE', command: 'API', message: 'Invalid recipient' }, 'refused'],
] as const)('%s is classified correctly', (_name, details, kind) => {
  expect(explain(details).kind).toBe(kind)
})

test('mails that are waiting or being sent when the server stops are not refused', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? 'hang' : null))
  const mail = createMail({ url: smtp.url, from, allowPlaintext: true })
  const sending = Array.from({ length: 5 }, () => mail.send({ ...LETTER, to: 'ada@example.com' }))
  const outcomes = Promise.allSettled(sending)
  // There are four connections, so one mail waits.
  await expect.poll(() => smtp.commands.filter((command) => command.startsWith('RCPT TO'))).toHaveLength(4)
  mail.close()
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } })
})

test('a check of the mail server tries the sender and the support address, and sends nothing', async () => {
  await using smtp = await fakeSmtp()
  const mail = createMail({ url: smtp.url, from, allowPlaintext: true })
  expect(await mail.check()).toEqual({ ok: true, message: expect.stringContaining('takes mail'), problems: [] })
  expect(smtp.commands).toEqual(['AUTH', 'MAIL FROM hello@waitlist.example', `RCPT TO ${site().brand.supportEmail}`])
  expect(smtp.mails).toEqual([])
  mail.close()
})

test.each([
  ['a wrong password', async (url: string) => url.replace('secret', 'guess'), 'user name and password'],
  ['no server', async () => `smtp://127.0.0.1:${await freePort()}`, 'cannot be reached'],
] as const)('a check of the mail server reports %s', async (_name, change, words) => {
  await using smtp = await fakeSmtp()
  const mail = createMail({ url: await change(smtp.url), from, allowPlaintext: true })
  expect(await mail.check()).toMatchObject({ ok: false, problems: [expect.stringContaining(words)] })
  mail.close()
})

test.each([
  ['a sender it does not know', 'from', '550 5.7.1 Not yours', 'Set the sender under Settings to an address it knows'],
  ['no relaying', 'to', '554 5.7.1 Relay access denied', 'does not pass mail on for us'],
] as const)('a check of the mail server reports a refusal: %s', async (_name, at, answer, words) => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === at ? answer : null))
  const mail = createMail({ url: smtp.url, from, allowPlaintext: true })
  expect(await mail.check()).toMatchObject({ ok: false, problems: [expect.stringContaining(words)] })
  mail.close()
})

test('a support address that takes no mail stops nothing and is reported', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'to' ? '550 5.1.2 No such domain' : null))
  const mail = createMail({ url: smtp.url, from, allowPlaintext: true })
  expect(await mail.check()).toMatchObject({
    ok: true,
    problems: [expect.stringContaining(`Messages from the contact page cannot reach ${site().brand.supportEmail}`)],
  })
  mail.close()
})

test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
  'a password is never sent over an unencrypted connection, whatever the options of the URL: %s',
  async (query) => {
    await using smtp = await fakeSmtp()
    const mail = createMail({ url: smtp.url + query, from, allowPlaintext: false })
    const words = expect.stringContaining('set Encryption to None')
    expect(await mail.check()).toMatchObject({ ok: false, message: words })
    await expect(mail.send({ ...LETTER, to: 'ada@example.com' })).rejects.toMatchObject({
      kind: 'misconfigured',
      message: words,
    })
    expect(smtp.commands).toEqual([])
    mail.close()
  },
)

test('a mail server without a password needs no encryption', async () => {
  await using smtp = await fakeSmtp({ wantsLogin: false })
  const mail = createMail({ url: smtp.url.replace(/\/\/.*@/, '//'), from, allowPlaintext: false })
  expect(await mail.check()).toMatchObject({ ok: true })
  mail.close()
})

test('non-ASCII text before the @ is reported if the server cannot handle it, and a non-ASCII domain is converted', async () => {
  await using plain = await fakeSmtp({ knowsUtf8: false })
  const mail = createMail({ url: plain.url, from, allowPlaintext: true })
  for (let time = 0; time < 3; time++)
    await expect(mail.send({ ...LETTER, to: 'jürgen@example.com' })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(
        'jürgen@example.com has letters before the @ that this mail server cannot handle',
      ),
    })
  expect(plain.connections()).toBe(1)
  await mail.send({ ...LETTER, to: 'hello@bücher.example', replyTo: 'info@bücher.example' })
  await mail.send({ ...LETTER, to: 'ada@example.com', replyTo: 'jürgen@bücher.example' })
  expect(plain.mails.map(({ headers }) => headers.to)).toEqual(['hello@xn--bcher-kva.example', 'ada@example.com'])
  expect(plain.mails.map(({ headers }) => headers['reply-to'])).toEqual(['info@xn--bcher-kva.example', undefined])
  for (const { raw } of plain.mails) expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n]*$/)
  mail.close()

  await using able = await fakeSmtp()
  const other = createMail({ url: able.url, from, allowPlaintext: true })
  await other.send({ ...LETTER, to: 'jürgen@example.com' })
  expect(able.mails[0]!.to).toEqual(['jürgen@example.com'])
  other.close()
})

const LETTER = {
  messageId: 'id@waitlist.example',
  replyTo: null,
  subject: 'Grüße',
  html: '<p>Grüße</p>',
  text: 'Grüße',
  unsubscribeLink: null,
}

test.each([
  [
    'a wrong port',
    { code: 'ESOCKET', command: 'CONN', message: 'SSL routines: wrong version number' },
    'take port 465 with TLS',
  ],
  [
    'TLS on a port without it',
    {
      code: 'ESOCKET',
      command: 'CONN',
      message: '409D2756BE7F0000:error:0A00010B:SSL routines:tls_validate_record_header:../tlsany_meth.c:77:.',
    },
    'cannot be reached: no encrypted connection could be made. Look at its host and port. This port begins without encryption',
  ],
  [
    'a password over a plain connection',
    { code: 'ETLS', command: 'STARTTLS', response: '502 5.5.1 Command not implemented' },
    'set Encryption to None',
  ],
  [
    'a sender that is not verified',
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      response: '550 The from address does not match a verified Sender Identity',
    },
    'Verify the domain of the sender',
  ],
  [
    'a sandbox',
    {
      code: 'EMESSAGE',
      command: 'DATA',
      response:
        '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1',
    },
    'still on trial ("sandbox")',
  ],
  [
    'an app password',
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '534-5.7.9 Application-specific password required' },
    'Google wants an app password',
  ],
  [
    'a wrong certificate',
    {
      code: 'ESOCKET',
      originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
      command: 'CONN',
      message: "Hostname/IP does not match certificate's altnames",
    },
    'Its certificate is for another name: write the host as your mail service does',
  ],
  [
    'a certificate that is over',
    { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED', command: 'CONN', message: 'certificate has expired' },
    'not valid today',
  ],
  [
    'a certificate of its own',
    {
      code: 'ESOCKET',
      originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      command: 'CONN',
      message: 'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    },
    'Nobody vouches',
  ],
  ['silence on a port that wants TLS first', { code: 'ETIMEDOUT', command: 'CONN' }, 'Port 465 wants TLS'],
])('the owner reads what to do about %s', (_what, details, advice) => {
  expect(explain(details).message).toContain(advice)
  expect(explain(details).message).not.toContain('Node')
})
