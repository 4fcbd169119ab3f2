import { expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurry } from '../../../test/mailing-app.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { tellOfOpening } from './opening-requests.ts'

const NEW = 'new@example.com'
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.7' }

async function restingList({ now = () => new Date() } = {}) {
  const smtp = await fakeSmtp()
  const env = {
    ADMIN_PASSWORD: OWNER_PASSWORD,
    PUBLIC_URL: 'https://waitlist.example',
    SMTP_URL: smtp.url,
    SMTP_ALLOW_PLAINTEXT: 'on',
    MAIL_FROM: 'Salon <hello@waitlist.example>',
    EMBED_ORIGINS: 'https://salon.example',
    TRUST_PROXY: 'loopback',
  }
  const app = await testApp({ env, dist: DIST, work: true, now })
  const owner = await settingOwner(app)
  return {
    smtp,
    app,
    owner,
    set: (state: string) => owner.save({ LIST_STATE: state }),
    page: async (url: string) => (await app.app.inject(url)).body,
    post: (url: string, fields: Record<string, string>) =>
      app.app.inject({ method: 'POST', url, headers: FORM, payload: String(new URLSearchParams(fields)) }),
    told: () => smtp.mails.filter(({ subject }) => subject.endsWith('waitlist is open')).flatMap(({ to }) => to),
    tell: () => tellOfOpening({ pool: app.pool, config: app.settings.current, now }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
    },
  }
}

test('a paused list takes addresses to be told in place of joins, on every page, and mails each of them once', async () => {
  await using list = await restingList()
  const { app, post, page, set } = list
  const first = await app.join({ email: 'first@example.com' })
  await set('paused')

  const refused = await app.post(joinRequest({ email: NEW }))
  expect([refused.status, refused.body.error.code]).toEqual([409, 'list-paused'])
  for (const url of ['/', '/?ref=ABC234', '/form', '/embed']) {
    const body = await page(url)
    expect.soft(body, url).toContain('Sign-ups are paused')
    expect.soft(body, url).toContain('value="tell"')
    expect.soft(body, url).not.toContain('Join Waitlist</button>')
  }
  expect(await page('/embed.js')).toContain('Sign-ups are paused')
  const stale = await post('/join', { email: NEW })
  expect([stale.statusCode, stale.body]).toEqual([409, expect.stringContaining(`value="${NEW}"`)])
  expect(await app.rows('select from opening_requests')).toEqual([])

  expect((await post('/join', { email: 'nobody', act: 'tell' })).statusCode).toBe(400)
  for (const email of [NEW, 'New@Example.com', 'first@example.com', 'gone@example.com']) {
    const left = await post('/', { email, act: 'tell' })
    expect([left.statusCode, left.headers.location]).toEqual([303, '/form?told'])
  }
  expect(await page('/form?told')).toContain('We’ll tell you')
  expect(await app.rows('select email, consent from opening_requests order by email')).toEqual([
    { email: 'first@example.com', consent: expect.any(String) },
    { email: 'gone@example.com', consent: expect.any(String) },
    { email: NEW, consent: expect.stringContaining('One email') },
  ])
  expect((await list.owner.view()).to_be_told).toBe(3)
  expect((await app.app.inject(`/s/${first.referral_code}`)).statusCode).toBe(200)

  await list.tell()
  expect(await app.rows(`select from outbox where channel = 'send-opening'`)).toEqual([])
  list.smtp.misbehave((step, to) => (step === 'to' && to === 'gone@example.com' ? '550 5.1.1 no such user' : null))
  await set('open')
  for (let minute = 0; minute < 2; minute += 1) {
    await list.tell()
    await expect.poll(() => app.rows('select email from opening_requests'), { timeout: 60_000 }).toEqual([])
    await hurry(app)
  }
  expect(list.told()).toEqual([NEW])
  expect(JSON.stringify(await app.rows(`select error from outbox where channel = 'send-opening'`))).not.toContain('@')
  expect((await app.post(joinRequest({ email: NEW }))).status).toBe(201)
  expect(await app.verify()).toEqual([])
})

test('a closed list has no form, and goes on for those who have a place', async () => {
  await using list = await restingList()
  const { app, post, page, set } = list
  await app.join({ email: 'first@example.com' })
  await set('closed')
  const refused = await app.post(joinRequest({ email: NEW }))
  expect([refused.status, refused.body.error.code]).toEqual([409, 'list-closed'])
  for (const url of ['/', '/form', '/embed']) {
    const body = await page(url)
    expect.soft(body, url).toContain('The list is closed')
    expect.soft(body.replace(/<form[^>]* hidden.*?<\/form>/gs, ''), url).not.toContain('name="email"')
  }
  expect((await post('/join', { email: NEW, act: 'tell' })).statusCode).toBe(409)
  expect(await app.rows('select from opening_requests')).toEqual([])
})

test('the owner sees who asked to be told, finds an address, and takes it off', async () => {
  await using list = await restingList()
  const { post, set, owner, smtp } = list
  await set('paused')
  for (const email of [NEW, 'other@example.com']) await post('/', { email, act: 'tell' })
  const asked = async (q = '') => (await owner.get(`/api/admin/opening-requests?q=${q}`)).json()
  expect(await asked()).toMatchObject({ people: 2, requests: [{ email: 'other@example.com' }, { email: NEW }] })
  const found = await asked('NEW')
  expect(found).toEqual({
    people: 2,
    requests: [{ id: expect.any(String), email: NEW, asked_at: expect.stringMatching(/Z$/) }],
  })
  expect((await owner.remove(`/api/admin/opening-requests/${found.requests[0].id}`)).statusCode).toBe(204)
  expect(await asked()).toMatchObject({ people: 1 })
  await set('open')
  await list.tell()
  await expect.poll(list.told).toEqual(['other@example.com'])
  expect(smtp.mails.some(({ to }) => to.includes(NEW))).toBe(false)
})

test('a list opens and pauses by itself at the time that its owner chose', async () => {
  let time = Date.parse('2027-01-31T08:59:00Z')
  await using list = await restingList({ now: () => new Date(time) })
  const { app, set } = list
  await set('open, paused from 2027-01-31T09:00Z')
  expect((await app.post(joinRequest({ email: 'early@example.com' }))).status).toBe(201)
  time += 60_000
  expect((await app.post(joinRequest({ email: NEW }))).body.error.code).toBe('list-paused')
  expect(await list.page('/')).toContain('Sign-ups are paused')
  expect(await list.owner.refused({ LIST_STATE: 'shut' })).toEqual({
    LIST_STATE: expect.stringContaining('Enter open, paused or closed'),
  })
})

test('whoever leaves the list is no longer told', async () => {
  await using list = await restingList()
  const { app, post, set, owner } = list
  await app.join({ email: 'Ada@bücher.example' })
  await set('paused')
  await post('/', { email: 'ada@xn--bcher-kva.example', act: 'tell' })
  expect(await app.rows('select from opening_requests')).toHaveLength(1)
  const { id } = await app.entry('ada@bücher.example')
  expect((await owner.post('/api/admin/acts', { kind: 'erase', select: { ids: [id] } })).statusCode).toBe(202)
  await expect.poll(() => app.rows('select from opening_requests'), { timeout: 60_000 }).toEqual([])
})
