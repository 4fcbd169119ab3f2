import { expect, onTestFinished, test } from 'vitest'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { mailingApp } from '../../../../test/mailing-app.ts'
import { callPlace } from '../../../../test/people/place-holder.ts'
import { DIST } from '../../../../test/servers/dist.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { joinRequest, testApp } from '../../../../test/test-app.ts'

const ANSWERS = { timeout: 60_000, interval: 50 }

async function appIn(others: string[], first = 'en') {
  const before = site()
  const app = await testApp({ dist: DIST, publicUrl: 'https://list.example' })
  setSite(siteOf({ languages: { first, others, texts: {} } }))
  onTestFinished(() => setSite(before))
  const get = (url: string) => app.app.inject({ url })
  const send = (url: string, fields: Record<string, string>, cookie = '') =>
    app.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: String(new URLSearchParams(fields)),
    })
  return Object.assign(app, { get, send })
}

test('each page has an address in each language, and names the others', async () => {
  await using app = await appIn(['de'])
  const [english, german] = [await app.get('/'), await app.get('/de/')]
  expect(english.body).toContain('<html lang="en-GB" data-drawn>')
  expect(german.body).toContain('<html lang="de" data-base="/de" data-drawn>')
  expect(german.body).toContain('Auf die Warteliste')
  expect(english.body).not.toContain('Auf die Warteliste')
  for (const { body } of [english, german]) {
    expect(body).toContain('<link rel="alternate" hreflang="de" href="https://list.example/de/" />')
    expect(body).toContain('<link rel="alternate" hreflang="x-default" href="https://list.example/" />')
  }
  expect(german.body).toContain('<link rel="canonical" href="https://list.example/de/" />')
  expect(german.body).toContain('content="de_DE"')
  expect(german.body).toContain('property="og:image" content="https://list.example/de/s/list.png"')
  expect((await app.get('/de/?ref=AB12CD')).body).toContain('content="https://list.example/de/s/invitation.png"')
  expect((await app.get('/sitemap.xml')).body).toContain('<loc>https://list.example/de/contact</loc>')
  // The parts that the page fetches later are in its language too.
  const folder = /data-folder="([^"]+)"/.exec(german.body)![1]!
  expect((await app.get(`${folder}/form.json`)).json().questions[3].label).toBe('Beruf')
  expect((await app.get('/de/no-such-page')).statusCode).toBe(404)
})

test('a list with one language is as before, and addresses of others lead to it', async () => {
  await using app = await appIn([])
  const { body } = await app.get('/')
  expect(body).not.toContain('hreflang')
  const moved = await app.get('/de/place?ref=AB12CD')
  expect([moved.statusCode, moved.headers.location]).toEqual([302, '/place?ref=AB12CD'])
  expect((await app.get('/en/')).headers.location).toBe('/')
  for (const path of ['/en//evil.example', '/de//evil.example/a', '/de/\\evil.example'])
    expect((await app.get(path)).headers.location).toMatch(/^\/evil\.example/)
  expect((await app.get('/de/admin')).statusCode).toBe(404)
})

test('forms without scripts go on in the language of their page', async () => {
  await using app = await appIn(['de'])
  const begun = await app.send('/de/?ref=AB12CD', { email: 'anna@example.com' })
  expect([begun.statusCode, begun.headers.location]).toEqual([303, '/de/form'])
  const form = await app.app.inject({
    url: '/de/form',
    headers: { cookie: String(begun.headers['set-cookie']).split(';')[0]! },
  })
  expect(form.body).toContain('action="/de/form"')
  expect(form.body).toContain('lang="de"')
  const wrong = await app.send('/de/join', { email: 'anna' })
  expect([wrong.statusCode, wrong.body.includes('lang="de"')]).toEqual([400, true])
  expect((await app.send('/join', { email: 'anna' })).body).toContain('lang="en-GB"')
})

test('a person keeps the language in which they joined: in mails, links and their own place, until they choose another', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { dist: DIST, publicUrl: 'https://list.example' })
  const before = site()
  setSite(
    siteOf({
      languages: { first: 'en', others: ['de'], texts: { de: { 'mails.welcome.subject': 'Du bist {place}' } } },
    }),
  )
  onTestFinished(() => setSite(before))
  const joinAt = (url: string, email: string) =>
    app.app.inject({ method: 'POST', url, payload: joinRequest({ email }) as object })
  const anna = (await joinAt('/de/api/waitlist/entries', 'anna@example.com')).json()
  await joinAt('/api/waitlist/entries', 'beth@example.com')
  expect(await app.rows('select email, language, job_industry from waitlist_entries order by 1')).toMatchObject([
    { email: 'anna@example.com', language: 'de' },
    { email: 'beth@example.com', language: 'en' },
  ])
  const mailTo = async (email: string) => {
    await expect.poll(() => smtp.mails.some(({ to }) => to.includes(email)), ANSWERS).toBe(true)
    return smtp.mails.find(({ to }) => to.includes(email))!
  }
  const welcome = await mailTo('anna@example.com')
  expect(welcome.subject).toBe('Du bist #1')
  expect(welcome.html).toContain('<html lang="de" dir="ltr"')
  expect(welcome.text).toContain('https://list.example/de/place#')
  expect(welcome.text).not.toContain('list.example/place')
  expect((await mailTo('beth@example.com')).text).toContain('https://list.example/place#')

  const change = await callPlace(app, anna.browser_token, { method: 'PATCH', payload: { language: 'en' } })
  expect([change.statusCode, change.json().language]).toEqual([200, 'en'])
  const wrong = await callPlace(app, anna.browser_token, { method: 'PATCH', payload: { language: 'fr' } })
  expect(wrong.statusCode).toBe(400)
  expect(await app.verify()).toEqual([])
})

test('a browser without styles shows the trade of the headline once', async () => {
  await using app = await appIn(['de'])
  for (const [url, headline] of [
    ['/', 'Put your Beauty business in the first chair.'],
    ['/de/', 'Dein Salon gehört auf den ersten Stuhl.'],
  ]) {
    const [, heading] = /<h1[^>]*>(.*?)<\/h1>/s.exec((await app.get(url!)).body)!
    const words = heading!.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    expect(words).toBe(headline)
  }
})
