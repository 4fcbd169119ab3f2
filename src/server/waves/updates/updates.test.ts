import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { problemsOf, type Update, type UpdatePeople, type UpdatePreview } from '#shared/list/updates.ts'
import { setSite, siteOf } from '#shared/site/site.ts'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { colleague } from '../../../../test/people/colleague.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { hurry, mailingApp } from '../../../../test/mailing-app.ts'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { restAllRestored, tellOfSent } from './updates.ts'
import { inTransaction } from '../../db/query.ts'

const DRAFT = {
  subject: 'News for {first_name|you}',
  text: 'Hello {first_name|there},\n\nyou are {place} with {friends} friends. **Thank you**: read [our news](https://news.example/june).',
  button_label: 'Invite a friend',
  button_link: '{link}',
  filters: { range: 'all' },
  follows_links: true,
}

async function opened({ people = 5, ...options }: { people?: number } & Parameters<typeof mailingApp>[1] = {}) {
  const smtp = await fakeSmtp()
  const app = await mailingApp(smtp, options)
  const joined = await app.joinMany(people)
  await expect.poll(() => smtp.mails.length).toBe(people)
  smtp.mails.length = 0
  const owner = await actingOwner(app)
  const create = async (draft: object = DRAFT) => (await ok(owner.post('/api/admin/updates', draft))).id as string
  const read = (id: string) => owner.read<Update>(`/api/admin/updates/${id}`)
  return {
    smtp,
    app,
    owner,
    emails: joined.map(({ email }) => email),
    create,
    read,
    send: (id: string, sends_at: string | null = null, version = 1) =>
      owner.post(`/api/admin/updates/${id}/send`, { version, sends_at }),
    ended: (id: string) => expect.poll(async () => (await read(id)).left).toBe(0),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

async function ok(answer: ReturnType<Awaited<ReturnType<typeof actingOwner>>['post']>) {
  const got = await answer
  expect([got.statusCode, got.json().error]).toEqual([got.statusCode < 300 ? got.statusCode : 200, undefined])
  return got.json()
}

const got = (smtp: FakeSmtp) => smtp.mails.flatMap(({ to }) => to).sort()

async function report({ app }: Pick<TestApp, 'app'>, event: 'spam' | 'hard_bounce', email: string) {
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify({ event, email, reason: 'no such user' })
  const answer = await app.inject({ method: 'POST', url: `/api/mail-events/${EVENTS_SECRET}`, payload, headers })
  expect(answer.statusCode).toBe(204)
}
const EVENTS_SECRET = 'a-secret-of-32-characters-12345678'

test('an update reaches everybody whom its filter finds, once, with their own values, and says whom it left out', async () => {
  await using list = await opened()
  const { smtp, app, owner, emails, create, send, read } = list
  await app.rows(`insert into mail_opt_outs (entry_id) select id from waitlist_entries where email = '${emails[0]}'`)
  await app.rows(`update waitlist_entries set updates_off_at = now() where email = '${emails[1]}'`)
  const preview: UpdatePreview = await ok(owner.post('/api/admin/updates/preview', { filters: { range: 'all' } }))
  expect(preview).toMatchObject({
    people: 3,
    left_out: [
      { reason: 'unsubscribed', people: 1 },
      { reason: 'only-place', people: 1 },
    ],
    minutes: 1,
    example: { email: emails[2] },
  })

  const id = await create()
  expect((await send(id)).statusCode).toBe(200)
  expect((await send(id)).statusCode).toBe(200)
  await list.ended(id)
  expect(got(smtp)).toEqual(emails.slice(2).sort())
  const mail = smtp.mails.find(({ to }) => to[0] === emails[2])!
  expect(mail.subject).toBe('News for you')
  expect(mail.text).toContain('Hello there,')
  expect(mail.text).toContain('you are 3rd with 0 friends. Thank you: read our news (https://news.example/june).')
  expect(mail.text).toMatch(/Invite a friend:\nhttps:\/\/waitlist\.example\/\?ref=\w+/)
  expect(mail.html).toContain('<strong>Thank you</strong>')
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(await read(id)).toMatchObject({ state: 'sent', people: 3, sent: 3, left: 0, skipped: 0 })

  const link = /https:\/\/waitlist\.example(\/l\/[\w-]+)/.exec(mail.html)![1]!
  for (let press = 0; press < 2; press += 1) {
    const answer = await app.app.inject(link)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://news.example/june'])
  }
  expect((await app.app.inject(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(404)
  expect(await read(id)).toMatchObject({ pressed: 1 })
})

test('a draft is shared: a version that somebody else has saved since is neither overwritten nor sent', async () => {
  await using list = await opened({ people: 1 })
  const { app, owner, create, send, smtp } = list
  const id = await create()
  const put = (version: number, subject: string) =>
    app.app.inject({
      method: 'PUT',
      url: `/api/admin/updates/${id}`,
      headers: { cookie: owner.cookie },
      payload: { ...DRAFT, subject, version },
    })
  expect((await put(1, 'Second')).json()).toEqual({ version: 2 })
  expect((await put(1, 'Lost')).json().error.code).toBe('draft-changed')
  expect((await send(id, null, 1)).json().error.code).toBe('draft-changed')
  expect((await send(id, null, 2)).statusCode).toBe(200)
  await list.ended(id)
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Second'])
  expect((await put(2, 'Too late')).json().error.code).toBe('draft-changed')
})

test('words that cannot be sent are refused at their field', async () => {
  await using list = await opened({ people: 1 })
  const { create, send } = list
  const faults: [object, Record<string, string>][] = [
    [{ subject: '' }, { subject: 'Write a subject' }],
    [{ text: 'See [us](news.example).' }, { text: '“news.example” is not a complete link: begin with https://' }],
    [
      { text: 'a\n\n'.repeat(600) },
      { text: 'Shorten it: the email is about 124 kB, and Gmail cuts off what is beyond 102' },
    ],
    [{ text: 'Hi {nmae}' }, { text: '{nmae} is not known. Use {first_name}, {place}, {friends}, {link}, {my_place}' }],
    [{ text: 'Hi {first_name}' }, { text: 'Say what to write without a name, as in {first_name|there}' }],
    [{ text: 'Hi {place' }, { text: 'A { needs its }' }],
    [{ button_link: '' }, { button_link: 'Add the link it opens' }],
    [{ filters: { range: 'all', tag: 'nobody' } }, { filters: 'finds nobody who can get it' }],
  ]
  for (const [change, fields] of faults) {
    const answer = await send(await create({ ...DRAFT, ...change }))
    expect([answer.statusCode, answer.json().error.fields]).toEqual([400, fields])
  }
})

test('a stopped update goes on to those who have not got it; a scheduled one waits for its time', async () => {
  await using list = await opened()
  const { owner, create, send, read, smtp, emails, app } = list
  const id = await create()
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await send(id, at)).json()).toMatchObject({ state: 'scheduled', sends_at: at, left: 5 })
  expect((await owner.post(`/api/admin/updates/${id}/rest`)).json()).toMatchObject({
    state: 'resting',
    rests_because: 'owner',
  })
  await app.rows('update updates set sends_at = null')
  expect(smtp.mails).toEqual([])
  expect((await owner.post(`/api/admin/updates/${id}/continue`)).json()).toMatchObject({ state: 'sending' })
  await list.ended(id)
  expect(got(smtp)).toEqual(emails.sort())
  expect(await read(id)).toMatchObject({ state: 'sent', sent: 5 })
})

test('a mail that the server had when the connection broke is perhaps sent, and not sent again; a refused one is tried again', async () => {
  await using list = await opened({ people: 3 })
  const { smtp, app, create, send, read, emails, owner } = list
  let refusals = 0
  smtp.misbehave((step, address) => {
    if (step === 'data' && address === emails[0]) return 'die'
    if (step === 'to' && address === emails[1] && (refusals += 1) === 1) return '450 4.2.1 Later, please'
    return null
  })
  const id = await create()
  await send(id)
  await hurryUntil(app, async () => (await read(id)).left === 0)
  expect(got(smtp)).toEqual(emails.sort())
  expect(await read(id)).toMatchObject({ state: 'sent', sent: 2, perhaps: 1, refused: 0 })
  const { people } = await owner.read<{ people: { email: string }[] }>(`/api/admin/updates/${id}/people?which=perhaps`)
  expect(people.map(({ email }) => email)).toEqual([emails[0]])
})

test('somebody who held a mail when the server was killed is not mailed twice', async () => {
  await using list = await opened({ people: 1 })
  const { smtp, app, create, send, read } = list
  const id = await create()
  await send(id, new Date(Date.now() + 3_600_000).toISOString())
  await app.rows(`update outbox set remote_id = 'in-hand@waitlist.example' where channel = 'send-update'`)
  await hurry(app)
  await list.ended(id)
  expect(smtp.mails).toEqual([])
  expect(await read(id)).toMatchObject({ perhaps: 1, sent: 0 })
})

test('a complaint among the first thousand lets an update rest, until the owner goes on', async () => {
  await using list = await opened({ mailEventsSecret: EVENTS_SECRET })
  const { app, owner, create, send, read, smtp, emails } = list
  smtp.misbehave((step, address) => (step === 'to' && address !== emails[0] ? '450 4.2.1 Later, please' : null))
  const id = await create()
  await send(id)
  await expect.poll(async () => (await read(id)).sent).toBe(1)
  await report(app, 'spam', emails[0]!)
  expect(await read(id)).toMatchObject({ state: 'resting', rests_because: 'complaints', complaints: 1 })
  await owner.post(`/api/admin/updates/${id}/continue`)
  await report(app, 'spam', emails[1]!)
  expect(await read(id)).toMatchObject({ state: 'sending' })
  smtp.recover()
  await hurryUntil(app, async () => (await read(id)).left === 0)
  expect(got(smtp)).toEqual([emails[0], ...emails.slice(2)].sort())
})

test('more bounces than 3% of the first five hundred let an update rest', async () => {
  await using list = await opened({ people: 30 })
  const { app, owner, create, send, read, smtp } = list
  smtp.misbehave((step) => (step === 'to' ? '550 5.1.1 no such user' : null))
  const id = await create()
  await send(id)
  await expect.poll(async () => (await read(id)).state).toBe('resting')
  await expect
    .poll(() => app.rows(`select from outbox where channel = 'send-update' and claimed_until > now()`))
    .toEqual([])
  const rested = await read(id)
  expect(rested).toMatchObject({ rests_because: 'bounces', sent: 0 })
  expect([rested.refused >= 16, rested.left > 0, rested.left + rested.refused]).toEqual([true, true, 30])
  const { people } = await owner.read<UpdatePeople>(`/api/admin/updates/${id}/people?which=refused`)
  expect(people[0]!.reason).toContain('550 5.1.1 no such user')

  smtp.recover()
  await owner.post(`/api/admin/updates/${id}/continue`)
  await list.ended(id)
  expect(got(smtp)).toHaveLength(rested.left)
})

test('after a restore an update rests until the owner decides', async () => {
  await using list = await opened()
  const { app, create, send, read } = list
  const id = await create()
  await send(id, new Date(Date.now() + 3_600_000).toISOString())
  await inTransaction(app.pool, restAllRestored)
  expect(await read(id)).toMatchObject({ state: 'resting', rests_because: 'restored', left: 5 })
})

test('webhooks are told once of an update that has nobody left to go to, and its figures outlive its readers', async () => {
  await using receiver = await fakeReceiver()
  await using list = await opened({ people: 4, allowsPrivateHooks: true, mailEventsSecret: EVENTS_SECRET })
  const { app, emails, create, send, read, owner } = list
  const hooks = await hookOwner(app)
  await hooks.add({ url: receiver.url, events: ['update.sent'] })
  const id = await create()
  expect((await send(id)).statusCode).toBe(200)
  await list.ended(id)
  for (let minute = 0; minute < 2; minute += 1) await tellOfSent(app.pool)
  await app.webhooks.deliver()
  expect(receiver.payloads()).toMatchObject([
    { type: 'update.sent', data: { update_id: id, people: 4, sent: 4, refused: 0, perhaps: 0, skipped: 0 } },
  ])

  const { html } = list.smtp.mails.find(({ to }) => to[0] === emails[0])!
  await app.app.inject(/https:\/\/waitlist\.example(\/l\/[\w-]+)/.exec(html)![1]!)
  await report(app, 'spam', emails[1]!)
  const before = await read(id)
  expect(before).toMatchObject({ people: 4, sent: 4, pressed: 1, complaints: 1 })
  const ids = (await app.rows('select id from waitlist_entries order by joined_position limit 2')).map((one) => one.id)
  await ok(owner.post('/api/admin/acts', { kind: 'erase', select: { ids } }))
  await expect.poll(() => app.rows('select from waitlist_entries where erased_at is null')).toHaveLength(2)
  expect(await read(id)).toEqual({ ...before, changed_at: expect.any(String) })
  expect(await app.verify()).toEqual([])
})

test('where only owners send, managers write drafts and stop updates', async () => {
  await using list = await opened({ onlyOwnersSend: true })
  const { app, create } = list
  const manager = await colleague(app, 'manager')
  const id = await create()
  const call = (end: string, body?: object) => manager.call('POST', `/api/admin/updates/${id}/${end}`, body)
  expect((await call('send', { version: 1, sends_at: null })).json().error.code).toBe('role-needed')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await list.send(id, tomorrow)).statusCode).toBe(200)
  expect((await call('rest')).statusCode).toBe(200)
  expect((await call('continue')).json().error.code).toBe('role-needed')
})

test('a picture with words for it stands above the text, and is kept while an update shows it', async () => {
  await using list = await opened({ people: 1 })
  const { app, owner, smtp, create, send } = list
  const upload = (payload: Buffer) =>
    app.app.inject({
      method: 'POST',
      url: '/api/admin/updates/picture',
      headers: { cookie: owner.cookie, 'content-type': 'application/octet-stream' },
      payload,
    })
  const photo = await sharp({ create: { width: 2400, height: 1200, channels: 4, background: '#20406080' } })
    .png()
    .toBuffer()
  const sent = await upload(photo)
  expect([sent.statusCode, sent.json()]).toEqual([201, { hash: expect.any(String), width: 1104, height: 552 }])
  const picture = sent.json().hash as string
  const words = { ...DRAFT, picture, picture_alt: 'The new “chairs”' }
  const mute = await send(await create({ ...words, picture_alt: '' }))
  expect(mute.json().error.fields).toEqual({ picture_alt: 'Say what the picture shows' })
  const id = await create(words)
  const { filters: _filters, follows_links: _follows, ...preview } = words
  const shown = await owner.post('/api/admin/updates/mail.html', preview)
  expect(shown.body).toContain(`src="/site/mail-${picture}.jpg"`)
  expect(shown.headers['content-security-policy']).toContain("img-src 'self'")

  expect((await send(id)).statusCode).toBe(200)
  await list.ended(id)
  const { html, text } = smtp.mails[0]!
  expect(html).toContain(`<img
    src="https://waitlist.example/site/mail-${picture}.jpg"
    width="552"
    alt="The new “chairs”"`)
  expect(text).toContain('[The new “chairs”]')

  await app.rows(`update site_logos set uploaded_at = now() - interval '2 days'`)
  expect((await upload(await sharp(photo).negate().toBuffer())).statusCode).toBe(201)
  expect(await app.rows(`select name from site_logo_files where hash = '${picture}'`)).toEqual([{ name: 'mail.jpg' }])
  const forged = await owner.post('/api/admin/updates', { ...words, picture: '0'.repeat(32) })
  expect([forged.statusCode, forged.json().error.fields]).toEqual([400, { picture: 'is not here: upload it again' }])
  expect((await upload(Buffer.from('no picture'))).json().error.fields).toEqual({
    logo: expect.stringMatching(/not an SVG, PNG, JPEG or WebP/),
  })
})

test('a captured update keeps the rules of the large mail providers, also the longest one', async () => {
  await using list = await opened({ people: 1 })
  const paragraph = `${'Ein längerer Satz über Stühle. '.repeat(15)}[our news](https://news.example/${'n'.repeat(40)}).`
  const words = { subject: 'Größere Neuigkeiten', text: Array(18).fill(paragraph).join('\n\n') }
  expect(problemsOf({ ...DRAFT, ...words, picture: '', picture_alt: '' })).toEqual({})
  const id = await list.create({ ...DRAFT, ...words })
  expect((await list.send(id)).statusCode).toBe(200)
  await list.ended(id)
  const { raw, headers, html, text } = list.smtp.mails[0]!

  expect(headers['list-unsubscribe']).toMatch(/^<https:\/\/waitlist\.example\/unsubscribe\?token=[\w-]+>$/)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const pressed = await list.app.app.inject({
    method: 'POST',
    url: headers['list-unsubscribe']!.slice('<https://waitlist.example'.length, -1),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.statusCode).toBe(200)
  expect(headers).toMatchObject({
    from: expect.stringMatching(/@waitlist\.example>$/),
    'mime-version': '1.0',
    date: expect.any(String),
    'message-id': expect.stringMatching(/^<[\w]+@waitlist\.example>$/),
    'content-type': expect.stringMatching(/^multipart\/alternative/),
  })
  for (const once of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect([once, raw.split(/\r\n\r\n/)[0]!.match(new RegExp(`^${once}:`, 'gim'))]).toEqual([
      once,
      [expect.any(String)],
    ])
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998)
  expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'))
  expect(text).toContain('/unsubscribe?token=')
  expect(html).toContain('>Unsubscribe</a')
  expect(html).not.toMatch(/<script|<img|http:\/\//)
  // Gmail cuts off what is longer.
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  expect(Buffer.byteLength(raw)).toBeLessThan(200_000)
})

test('readers of another language get its words and links, others the first; the preview says how many', async () => {
  setSite(siteOf({ languages: { first: 'en', others: ['de', 'fr'], texts: {} } }))
  onTestFinished(() => setSite(siteOf({})))
  await using list = await opened({ people: 3 })
  const { smtp, app, owner, emails, create, send, read } = list
  await app.rows(`update waitlist_entries set language = 'de' where email = '${emails[0]}'`)
  await app.rows(`update waitlist_entries set language = 'fr' where email = '${emails[1]}'`)
  const preview: UpdatePreview = await ok(owner.post('/api/admin/updates/preview', { filters: { range: 'all' } }))
  expect(preview.readers).toEqual([
    { language: 'en', people: 1 },
    { language: 'de', people: 1 },
    { language: 'fr', people: 1 },
  ])
  const de = { subject: 'Neues', text: 'Lies [das](https://news.example/juni).', button_label: '' }
  const fr = { subject: '', text: '', button_label: '' }
  const wrong = await create({ ...DRAFT, texts: { de } })
  expect((await send(wrong)).json().error.fields).toEqual({ 'texts.de.button_label': 'Name the button' })
  const id = await create({ ...DRAFT, texts: { de: { ...de, button_label: 'Lade jemanden ein' }, fr } })
  expect((await send(id)).statusCode).toBe(200)
  await list.ended(id)
  const mailOf = (email: string | undefined) => smtp.mails.find(({ to }) => to[0] === email)!
  expect(mailOf(emails[0])).toMatchObject({ subject: 'Neues' })
  expect(mailOf(emails[0]).text).toMatch(/Lade jemanden ein:\nhttps:\/\/waitlist\.example\/de\/\?ref=\w+/)
  for (const email of emails.slice(1)) expect(mailOf(email).subject).toBe('News for you')
  const link = /https:\/\/waitlist\.example(\/l\/[\w-]+)/.exec(mailOf(emails[0]).html)![1]!
  expect((await app.app.inject(link)).headers.location).toBe('https://news.example/juni')
  expect(await read(id)).toMatchObject({ pressed: 1 })
})

test('without a mail server, the list of updates says so before one is written', async () => {
  await using list = await opened({ people: 1 })
  await using without = await testApp()
  const gaps = async (owner: { read: <Answer>(path: string) => Promise<Answer> }) =>
    (await owner.read<{ gaps: object[] }>('/api/admin/updates')).gaps
  expect(await gaps(list.owner)).toEqual([])
  expect(await gaps(await actingOwner(without))).toEqual([{ setting: 'SMTP_URL', reason: expect.any(String) }])
})
