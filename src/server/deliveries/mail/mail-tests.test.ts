import { expect, test } from 'vitest'
import { keptRows } from '../../../../test/services/channel.ts'
import type { Integrations } from '#shared/owner/integrations.ts'
import { site } from '#shared/site/site.ts'
import { FROM } from '../../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurry, mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { testApp } from '../../../../test/test-app.ts'
import { findMailGaps } from '../../base/config/mail-gaps.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const TEST_MAIL = '/api/admin/integrations/mail/test-mail'

type Owner = Awaited<ReturnType<typeof signIn>>

async function mailOf(owner: Owner) {
  return (await owner.get('/api/admin/integrations')).json<Integrations>().integrations[0]!
}

test('with a mail server but no public address and sender, mails are kept and the missing settings are reported', async () => {
  const mailGaps = findMailGaps({
    smtpUrl: 'smtps://user:secret@smtp.provider.co.uk',
    publicUrl: undefined,
    from: undefined,
  })
  await using app = await testApp({ work: true, mailGaps })
  await app.joinMany(1)
  await expect.poll(() => keptRows(app, 'send-waitlist-email'), PATIENCE).toHaveLength(1)
  const owner = await signIn(app)

  expect(await mailOf(owner)).toMatchObject({
    is_set_up: false,
    gaps: mailGaps,
    channels: [{ kept: 1 }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  })
  const found = {
    ok: false,
    message: 'Nothing is sent yet. Everything is queued until the settings are complete.',
    problems: [expect.stringMatching(/^PUBLIC_URL: /), expect.stringMatching(/^MAIL_FROM: /)],
  }
  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toEqual(found)
  expect((await owner.post(TEST_MAIL, { to: 'owner@salon.co.uk' })).json()).toEqual(found)
  expect((await owner.post('/api/admin/integrations/mail/catch-up')).statusCode).toBe(409)
  expect(await app.rows(`select problem from outside_services where service = 'mail'`)).toEqual([{ problem: null }])
})

test('only the owner can send a test mail to an address', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { rateLimit: true })
  expect((await app.app.inject({ method: 'POST', url: TEST_MAIL, payload: { to: 'a@example.com' } })).statusCode).toBe(
    401,
  )
  const owner = await signIn(app)
  expect((await owner.post(TEST_MAIL, { to: 'nobody' })).statusCode).toBe(400)

  expect((await owner.post(TEST_MAIL, { to: 'owner@example.com' })).json()).toEqual({
    ok: true,
    message: 'Sent to owner@example.com. Check your inbox, and your spam folder.',
    problems: [],
  })
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]).toMatchObject({
    to: ['owner@example.com'],
    subject: site().mails.test.subject,
  })
  expect(smtp.mails[0]!.headers.from).toBe(FROM)
  expect(smtp.mails[0]!.text).toContain('Links in emails lead to https://waitlist.example')
  smtp.misbehave((step) => (step === 'data' ? '554 5.7.1 Looks like spam' : null))
  expect((await owner.post(TEST_MAIL, { to: 'owner@example.com' })).json()).toMatchObject({
    ok: false,
    message: expect.stringContaining('Looks like spam'),
  })
  const codes = []
  for (let time = 0; time < 6; time++) codes.push((await owner.post(TEST_MAIL, { to: 'owner@example.com' })).statusCode)
  expect(codes).toContain(429)
})

test('a check does not clear a problem that it cannot detect: only an accepted mail does', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? '550 5.7.26 This mail is unauthenticated' : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(3)
  const owner = await signIn(app)
  const words = expect.stringContaining('Check the SPF and DKIM records')
  const retried = async () => {
    await app.rows(`update outbox set due_at = now() where state = 'waiting'`)
    return mailOf(owner)
  }
  await expect.poll(retried).toMatchObject({ problems: [words], paused_until: expect.any(String) })

  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: true, problems: [words] })
  expect(await mailOf(owner)).toMatchObject({ problems: [words] })
  expect((await owner.post(TEST_MAIL, { to: 'owner@example.com' })).json()).toMatchObject({ ok: false, message: words })
  expect(await mailOf(owner)).toMatchObject({ problems: [words] })

  smtp.recover()
  expect((await owner.post(TEST_MAIL, { to: 'owner@example.com' })).json()).toMatchObject({ ok: true })
  expect(await mailOf(owner)).toMatchObject({ problems: [], paused_until: null })
  const hurried = async () => {
    await hurry(app)
    return smtp.mails
  }
  await expect.poll(hurried).toHaveLength(4)
})

test('a refused sender stays a problem until the server accepts it', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'from' ? '550 5.7.1 Not yours' : null))
  await using app = await mailingApp(smtp)
  await app.join()
  const owner = await signIn(app)
  const words = expect.stringContaining(`takes no mail from ${FROM}`)
  await expect.poll(() => mailOf(owner), PATIENCE).toMatchObject({ problems: [words] })

  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: false, message: words })
  expect(await mailOf(owner)).toMatchObject({ problems: [words] })
  smtp.recover()
  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: true, problems: [] })
  expect(await mailOf(owner)).toMatchObject({ problems: [] })
})

test("if a contact message's address fits no header, its mail says how to answer", async () => {
  await using smtp = await fakeSmtp({ knowsUtf8: false })
  await using app = await mailingApp(smtp)
  for (const email of ['jürgen@bücher.example', 'info@bücher.example'])
    await app.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Jürgen', email, message: 'Grüß Gott' },
    })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)

  const [jürgen, info] = ['jürgen@', 'info@'].map((start) => smtp.mails.find(({ text }) => text.includes(`<${start}`))!)
  for (const mail of [jürgen, info]) expect(mail!.raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n]*$/)
  expect(jürgen!.headers).not.toHaveProperty('reply-to')
  expect(jürgen!.text).toContain('To answer, write a new email to jürgen@bücher.example')
  expect(info!.headers['reply-to']).toBe('info@xn--bcher-kva.example')
  expect(info!.text).toContain('Reply to this email to answer them.')
})

test('the owner is told of an address that the mail server cannot handle, and it is not tried again', async () => {
  await using smtp = await fakeSmtp({ knowsUtf8: false })
  await using app = await mailingApp(smtp)
  await app.join({ email: 'jürgen@example.com' })
  await expect
    .poll(() => app.rows(`select state, error from outbox where channel = 'send-waitlist-email'`), PATIENCE)
    .toEqual([{ state: 'given up', error: expect.stringContaining('does not offer SMTPUTF8') }])
  expect(smtp.mails).toEqual([])
})
