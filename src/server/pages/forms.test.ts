import { expect, onTestFinished, test } from 'vitest'
import { NO_COLUMNS, OTHER, otherOf, type Question } from '#shared/site/questions.ts'
import { TAKEN_KEYS } from '#shared/list/taken-keys.ts'
import { keepVersions, setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { templates } from '#site/templates.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createClock } from '../../../test/people/visitors.ts'

/** Lets twelve bots join with the code of the first person. Returns the code. */
async function attack({ app }: { app: TestApp }): Promise<string> {
  const [inviter] = await app.joinMany(1)
  const code = inviter!.referral_code
  for (let bot = 0; bot < 12; bot += 1)
    await app.post(joinRequest({ email: `bot${bot}@mailinator.com`, elapsed_ms: 200, used_referral_code: code }))
  await app.judge()
  return code
}

type Fields = [string, string][]

/** Answers as the fields of a form. */
function fieldsOf(answers: Record<string, unknown>): Fields {
  const valueOf = (answer: unknown) => (typeof answer === 'boolean' ? (answer ? 'Yes' : 'No') : String(answer))
  return Object.entries(answers).flatMap(([name, answer]) =>
    [answer].flat().map((one): [string, string] => [name, valueOf(one)]),
  )
}

type Visitor = { email: string; code?: string; typedCode?: string; meanwhile?: () => void }

/**
 * Sends first the email and then each answer, as a browser without scripts does. `code` is in the link, `typedCode` in
 * the form. Calls `meanwhile` while the first question is open. Resolves to the answer to the last form.
 */
async function joinPlainly({ app }: TestApp, { email, code = '', typedCode = code, meanwhile = () => {} }: Visitor) {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, fields: Fields, cookie = '') =>
    app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload: String(new URLSearchParams(fields)) })
  const begun = await post(`/?ref=${code}`, [['email', email]])
  expect([begun.statusCode, begun.headers.location]).toEqual([303, '/form'])
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  const form = await app.inject({ url: '/form', headers: { cookie } })
  meanwhile()
  let answer = form
  while (answer.statusCode === 200) {
    const hidden = ['start', 'step', 'site_version'].map((name): [string, string] => [
      name,
      hiddenIn(answer.body, name),
    ])
    const [, act] = /<button type="submit"[^>]*value="(next|submit)"/.exec(answer.body)!
    const asked = fieldsOf(sampleAnswers()).filter(([name]) => answer.body.includes(`name="${name}"`))
    answer = await post('/form', [...hidden, ['email', email], ['code', typedCode], ...asked, ['act', act!]], cookie)
  }
  return Object.assign(answer, { cookie, form })
}

test('the questions of each template are answered without scripts, and no field of the form has a key of a question', async () => {
  const before = site()
  onTestFinished(() => setSite(before))
  for (const { questions } of Object.values(templates)) {
    setSite(siteOf({ ...sourceSite, questions: questions as typeof sourceSite.questions }))
    await using app = await testApp({ dist: DIST })
    const { headers, form } = await joinPlainly(app, { email: 'plain@example.com' })
    expect(headers.location).toContain('/thank-you')
    const keys = questions.flatMap((question) => [question.name, otherOf(question)])
    const fields = Array.from(
      form.body.matchAll(/<(?:input|button|textarea)[^>]* name="([^"]+)"/g),
      ([, name]) => name!,
    )
    expect(fields.filter((name) => !keys.includes(name) && !TAKEN_KEYS.has(name))).toEqual([])
    expect(keys.filter((key) => key !== null && fields.includes(key))).not.toEqual([])
  }
})

/** The value of a hidden field. */
function hiddenIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!
}

test('while proofs are demanded, a join without scripts waits for a press in a mail, within a budget', async () => {
  await using smtp = await fakeSmtp()
  const limits = { rateLimit: true, trustProxy: 'loopback', now: createClock().now }
  await using app = await confirmingApp(smtp, { ...limits, mustConfirm: false, dist: DIST })
  const code = await attack({ app })
  const email = 'plain@example.com'
  // Until the server has noticed the attack, people join as usual.
  let index = 0
  await expect
    .poll(async () => (await joinPlainly(app, { email: `early-${index++}@example.com`, code })).headers.location, {
      timeout: 60_000,
    })
    .toBe('/check-inbox')
  const answer = await joinPlainly(app, { email, code })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/check-inbox'])
  expect(await app.rows('select from waitlist_entries where email = $1', email)).toEqual([])
  expect((await app.press(await app.tokenOf(email))).status).toBe(204)
  expect(await app.entry(email)).toMatchObject({ used_referral_code: code })

  const statuses = []
  for (let mail = 0; mail < 20; mail += 1)
    statuses.push((await joinPlainly(app, { email: `more-${mail}@example.com`, code })).statusCode)
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  expect(await app.verify()).toEqual([])
})

test('without a mail server it is told to try again, and its answers stay on the page', async () => {
  const limits = { rateLimit: true, trustProxy: 'loopback', now: createClock().now }
  await using app = await testApp({ ...limits, dist: DIST })
  const code = await attack({ app })
  let index = 0
  await expect
    .poll(async () => (await joinPlainly(app, { email: `early-${index++}@example.com`, code })).statusCode, {
      timeout: 60_000,
    })
    .toBe(503)
  const answer = await joinPlainly(app, { email: 'plain@example.com', code })
  expect(answer.headers['retry-after']).toBeDefined()
  expect(answer.body).toContain('value="plain@example.com"')
  const back = { start: hiddenIn(answer.body, 'start'), step: '2', site_version: '0', act: 'back' }
  const before = await send(app, '/form', back, { cookie: answer.cookie })
  expect(before.body).toContain(`value="${joinRequest().business_name}"`)
})

/** Sends a form as a browser does, with its cookies. */
async function send({ app }: TestApp, url: string, fields: Record<string, string> | Fields, headers = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.9' }
  const payload = String(new URLSearchParams(fields))
  const {
    statusCode,
    body,
    headers: sent,
  } = await app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload })
  return { status: statusCode, body, location: sent.location, cookie: String(sent['set-cookie']).split(';')[0]! }
}

/** Asks to join with this email. Returns the code from the mail. */
async function withCode(app: Awaited<ReturnType<typeof confirmingApp>>, email: string) {
  await app.ask({ email })
  await app.tokenOf(email)
  return /this code at .*: (\S+)/.exec(app.mailsTo(email)[0]!.text)![1]!
}

test('without a mail server nobody is told that a code is on its way', async () => {
  await using app = await testApp({ dist: DIST })
  await app.joinMany(1)
  const { status, body } = await send(app, '/code', { email: 'person1@example.com', act: 'mail' })
  expect([status, body.includes('We send no mail at present'), body.includes('<output')]).toEqual([409, true, false])
})

test('a code opens only the place of its own address, five tries an hour from a network, and a form of another site opens nothing', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { rateLimit: true, trustProxy: 'loopback', dist: DIST })
  const [email, other] = ['one@example.com', 'two@example.com']
  const code = await withCode(app, email)
  const others = await withCode(app, other)
  expect(await send(app, '/code', { email: other, code })).toMatchObject({ status: 400, location: undefined })
  const foreign = await send(app, '/code', { email, code }, { origin: 'https://evil.example' })
  expect([foreign.status, foreign.body.includes('send it once more')]).toEqual([400, true])

  const opened = await send(app, '/code', { email: ' ONE@example.com', code: code.toLowerCase().replace('-', '') })
  expect(opened).toMatchObject({ status: 303, location: '/confirm' })
  const { cookie } = opened
  const page = await app.app.inject({ url: '/confirm', headers: { cookie } })
  expect(page.headers['cache-control']).toBe('no-store')
  // Another site can make the browser send the cookie, but it does not know the proof in the form.
  for (const proof of ['', 'x'.repeat(43)])
    expect((await send(app, '/confirm', { proof, act: 'confirm' }, { cookie })).status).toBe(400)
  expect(await app.rows('select from waitlist_entries')).toEqual([])
  const proof = hiddenIn(page.body, 'proof')
  const pressed = await send(app, '/confirm', { proof, act: 'confirm' }, { cookie })
  expect(pressed).toMatchObject({ status: 303, location: '/place' })
  expect(await app.rows('select from waitlist_entries')).toHaveLength(1)
  // The code opened only the page to confirm, and no invitation.
  expect((await send(app, '/invitation', { proof }, { cookie })).status).toBe(404)

  const tries = []
  for (let index = 0; index < 6; index += 1) tries.push(await send(app, '/code', { email: other, code }))
  expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429, 429])
  expect(tries.at(-1)!.body).toContain('That was a lot at once. Please try again in 60 minutes.')
  expect((await send(app, '/code', { email: 'nobody@example.com', code })).status).toBe(400)
  // A stranger's tries do not keep the person out.
  const elsewhere = { 'x-forwarded-for': '81.2.3.4' }
  expect((await send(app, '/code', { email: other, code: others }, elsewhere)).status).toBe(303)
})

test('an answer to a wrong code takes at least one step of time, for known and unknown addresses', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { dist: DIST })
  await withCode(app, 'one@example.com')
  const timeOf = async (email: string) => {
    const began = performance.now()
    await send(app, '/code', { email, code: 'ABCDEFGH' })
    return performance.now() - began
  }
  for (const email of ['one@example.com', 'nobody@example.com']) expect(await timeOf(email)).toBeGreaterThanOrEqual(250)
})

test('a code in a link works however long the link is, and in any other text only if that is short', async () => {
  await using app = await testApp({ dist: DIST })
  const [friend] = await app.joinMany(1)
  const code = friend!.referral_code
  const typed = [
    `https://a.example/?utm_term=${'a'.repeat(3_000)}&ref=${code}`,
    `${code}${'.'.repeat(60_000)}`,
    `a${'.'.repeat(60_000)}a`,
  ]
  const answers = []
  for (const [index, typedCode] of typed.entries()) {
    const { statusCode, body } = await joinPlainly(app, { email: `friend-${index}@example.com`, typedCode })
    answers.push([statusCode, body.includes('Nobody on the waitlist has this code')])
  }
  expect(answers).toEqual([
    [303, false],
    [400, true],
    [400, true],
  ])
  expect(await app.entry('friend-0@example.com')).toMatchObject({ used_referral_code: code })
})

test('a form on a site with a very long name leads to the questions', async () => {
  await using app = await testApp({ dist: DIST })
  const origin = `https://${'long.'.repeat(50)}example`
  const { cookie } = await send(app, '/', { email: 'ada@example.com' }, { origin })
  const form = await app.app.inject({ url: '/form', headers: { cookie } })
  expect([form.statusCode, form.body.includes('value="ada@example.com"')]).toEqual([200, true])
})

const FIRST = site().questions.filter(({ name }) => name === 'full_name' || name in NO_COLUMNS)
const NEEDED: Question = {
  name: 'chairs',
  kind: 'text',
  label: 'Chairs',
  question: 'How many chairs?',
  placeholder: '',
}
const OPTIONAL: Question[] = [
  { ...NEEDED, name: 'slogan', optional: true },
  { name: 'skills', kind: 'many', label: 'Skills', question: 'What?', choices: ['Colour', 'Cut'], optional: true },
  {
    name: 'booked_by',
    kind: 'one',
    label: 'Booked by',
    question: 'How?',
    choices: ['Phone', OTHER],
    other: 'other_booking',
    optional: true,
  },
]

/** Shows these versions of the site one after another, until the test ends. */
function showVersions(...documents: Parameters<typeof siteOf>[0][]) {
  const before = site()
  const versions = documents.map((document, index) => siteOf(document, index + 1))
  onTestFinished(() => {
    setSite(before)
    keepVersions([])
  })
  keepVersions(versions)
  const next = () => setSite(versions.shift()!)
  next()
  return next
}

test('answers are checked under the version of the site that asked for them', async () => {
  const next = showVersions({ questions: FIRST }, { questions: [...FIRST, NEEDED] })
  await using app = await testApp({ dist: DIST })
  const old = await joinPlainly(app, { email: 'ada@example.com', meanwhile: next })
  expect([old.statusCode, await app.entry('ada@example.com')]).toMatchObject([303, { site_version: 1 }])
  const present = await joinPlainly(app, { email: 'bea@example.com' })
  expect([present.statusCode, await app.entry('bea@example.com')]).toMatchObject([303, { site_version: 2 }])
})

test('a correction empties optional answers, and has the text beside Other only with Other', async () => {
  showVersions({ questions: [...FIRST, ...OPTIONAL] })
  await using app = await testApp({ dist: DIST })
  const email = 'ada@example.com'
  const { browser_token } = await app.join({ email, slogan: 'Sharp', skills: ['Cut'], booked_by: undefined })
  const cookie = `firstchair_held=${browser_token}`
  const page = await app.app.inject({ url: '/place', headers: { cookie } })
  const proof = hiddenIn(page.body, 'proof')
  const answers = FIRST.map(({ name }) => [name, sampleAnswers()[name]])
  const correct = async (more: Record<string, string>) => {
    const fields = fieldsOf({ ...Object.fromEntries(answers), act: 'correct', proof, ...more })
    const { status, location } = await send(app, '/place', fields, { cookie })
    expect([status, location]).toEqual([303, '/place?saved'])
    return (await app.entry(email)).further_answers
  }

  expect(await correct({ slogan: 'Sharp', skills: 'Cut', other_booking: '' })).toEqual({
    slogan: 'Sharp',
    skills: ['Cut'],
  })
  const other = { booked_by: OTHER, other_booking: 'A pigeon' }
  expect(await correct({ slogan: ' ', ...other })).toEqual(other)
  expect(await correct({ slogan: '', other_booking: 'A pigeon' })).toBeNull()
})

test('without scripts the styles of a page come after those of all pages, which say the order of the layers', async () => {
  await using app = await testApp({ dist: DIST })
  const { body } = await app.app.inject('/place')
  const [ofAll, ofPage] = ['/assets/index-', '/assets/place-page-'].map((file) => body.indexOf(`href="${file}`))
  expect(ofAll).toBeGreaterThan(0)
  expect(ofPage).toBeGreaterThan(ofAll!)
})

test('a name for the leaderboard is chosen, refused at its field with what was typed, and taken off', async () => {
  await using app = await testApp({ dist: DIST, hasLeaderboard: true })
  const { browser_token } = await app.join()
  const cookie = `firstchair_held=${browser_token}`
  const { board } = site().place
  const open = async () => (await app.app.inject({ url: '/place', headers: { cookie } })).body
  const proof = hiddenIn(await open(), 'proof')
  for (const name of ['', 'Zoë 2', 'zoe@example.com', 'F-uuuck-y', 'z'.repeat(25)]) {
    const { status, body } = await send(app, '/place', { act: 'name', name, proof }, { cookie })
    const [field] = /<input id="name"[^>]*>/.exec(body) ?? []
    expect([name, status, field]).toEqual([
      name,
      400,
      expect.stringContaining('aria-describedby="name-note name-fault"'),
    ])
    expect(field).toContain(`value="${name}"`)
    expect(body).toContain(`<p id="name-fault" class="mt-1 text-small text-danger">${board.invalid}</p>`)
  }
  const chosen = await send(app, '/place', { act: 'name', name: ' Zoë ', proof }, { cookie })
  expect([chosen.status, chosen.location]).toEqual([303, '/place?saved'])
  expect(await app.rows('select name from board_names')).toEqual([{ name: 'Zoë' }])
  const shown = await open()
  expect(shown).toContain('You’ll appear as Zoë once a friend counts.')
  expect(shown).not.toContain('<input id="name"')
  const removed = await send(app, '/place', { act: 'unname', proof }, { cookie })
  expect([removed.status, await app.rows('select from board_names')]).toEqual([303, []])
  expect(await open()).toContain('<input id="name"')
  // A form of another site carries no proof.
  expect((await send(app, '/place', { act: 'name', name: 'Eve' }, { cookie })).status).toBe(400)
  expect(await app.rows('select from board_names')).toEqual([])
})

test('a new address that waits for work in progress gets the link by mail, because its tokens would end', async () => {
  await using app = await testApp({ dist: DIST })
  const email = 'ada@example.com'
  await app.join({ email })
  const payload = { email: 'ada@new.example' }
  await callPlace(app, await mailedToken(app, email), { method: 'POST', url: '/api/place/email', payload })
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until, claimed_by)
     select id, 'sync-to-beehiiv', 'waiting', now() + interval '1 hour', gen_random_uuid() from waitlist_entries`,
  )
  const cookie = `firstchair_held=${await mailedToken(app, email, { purpose: 'address' })}`
  const page = await app.app.inject({ url: '/confirm', headers: { cookie } })
  const pressed = await send(app, '/confirm', { act: 'confirm', proof: hiddenIn(page.body, 'proof') }, { cookie })
  expect([pressed.status, pressed.body.includes(site().confirm.done.text)]).toEqual([200, true])
  expect(pressed.cookie).toBe('firstchair_held=')
})

test('Back goes to the question before without looking at the answer, and keeps it; what is wrong stays at its question', async () => {
  await using app = await testApp({ dist: DIST })
  const { cookie } = await send(app, '/', { email: 'ada@example.com' })
  const first = await app.app.inject({ url: '/form', headers: { cookie } })
  const carried = (body: string) => ({ start: hiddenIn(body, 'start'), step: hiddenIn(body, 'step') })
  const nameless = await send(app, '/form', { ...carried(first.body), full_name: ' ', act: 'next' }, { cookie })
  expect([nameless.status, carried(nameless.body).step, nameless.body.includes('Please fill this in.')]).toEqual([
    400,
    '0',
    true,
  ])
  const second = await send(app, '/form', { ...carried(first.body), full_name: 'Ada', act: 'next' }, { cookie })
  expect([second.status, carried(second.body).step]).toEqual([200, '1'])
  const back = { ...carried(second.body), business_name: 'Half a na', act: 'back' }
  const again = await send(app, '/form', back, { cookie: second.cookie })
  expect([again.status, again.body.includes('value="Ada"'), /formnovalidate/i.test(second.body)]).toEqual([
    200,
    true,
    true,
  ])
  const on = await send(app, '/form', { ...carried(again.body), full_name: 'Ada', act: 'next' }, { cookie })
  expect(on.body).toContain('value="Half a na"')
  expect(await app.rows('select from waitlist_entries')).toEqual([])
})
