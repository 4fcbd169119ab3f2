import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** An invalid input and the field that the answer must name. */
const REFUSED: [string, object, string][] = [
  ['no email', { email: undefined }, 'email'],
  ['an email without @', { email: 'robin.example.com' }, 'email'],
  ['an email that is a number', { email: 7 }, 'email'],
  ['an email over 254 characters', { email: `${'a'.repeat(250)}@b.cd` }, 'email'],
  ['an email with a control character', { email: 'a@b\u0007.c' }, 'email'],
  ['an email with a NUL', { email: 'a@b.c\0' }, 'email'],
  ['a lone surrogate in an email', { email: 'a@\ud800.c' }, 'email'],
  ['a blank name', { full_name: '  ' }, 'full_name'],
  ['a name over 200 characters', { full_name: 'x'.repeat(201) }, 'full_name'],
  ['a NUL in a name', { business_name: 'a\0b' }, 'business_name'],
  ['a lone surrogate in a name', { business_name: 'a\udfffb' }, 'business_name'],
  ['a solo that is a word', { is_solo_provider: 'yes' }, 'is_solo_provider'],
  ['an unknown industry', { job_industry: 'Plumber' }, 'job_industry'],
  ['no problem', { problems: [] }, 'problems'],
  ['a problem twice', { problems: ['Other', 'Other'], other_problem: 'x' }, 'problems'],
  ['an unknown problem', { problems: ['Gravity'] }, 'problems'],
  ['problems that are no list', { problems: 'Other' }, 'problems'],
  ['an Other problem that is not specified', { problems: ['Other'], other_problem: '  ' }, 'other_problem'],
  ['an Other goal that is not specified', { goals: ['Other'] }, 'other_goal'],
  ['free text over 2000 characters', { goals: ['Other'], other_goal: 'x'.repeat(2001) }, 'other_goal'],
  ['a price of the screen', { price_range: '£0-£10/month' }, 'price_range'],
  ['a referral code over 64 characters', { used_referral_code: 'x'.repeat(65) }, 'used_referral_code'],
  ['a negative time', { elapsed_ms: -1 }, 'elapsed_ms'],
  ['a time beyond what is stored', { elapsed_ms: 2 ** 31 }, 'elapsed_ms'],
  ['a utm that is a word', { utm: 'instagram' }, 'utm'],
]

test.each(REFUSED)('%s is refused with the name of the field, and nothing is stored', async (_name, changes, field) => {
  const { status, body } = await app.post(joinRequest(changes as object))

  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid-input', fields: { [field]: expect.any(String) } })
  expect(body.error.message).toContain(field)
  expect(await app.rows('select * from waitlist_entries')).toEqual([])
})

test.each([
  ['malformed JSON', '{"email": ', 400, 'invalid-input'],
  ['no body', '', 400, 'invalid-input'],
  ['a list', '[]', 400, 'invalid-input'],
  ['null', 'null', 400, 'invalid-input'],
  ['a poisoned prototype', '{"__proto__": {"email": "a@b.c"}}', 400, 'invalid-input'],
  ['2 MB', `{"email": "${'a'.repeat(2_000_000)}"}`, 413, 'too-large'],
])('%s is refused', async (_name, body, status, code) => {
  const answer = await app.post(body)

  expect(answer).toMatchObject({ status, body: { error: { code } } })
  expect(await app.rows('select * from waitlist_entries')).toEqual([])
})

test('a form post instead of JSON is refused', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/waitlist/entries',
    headers,
    payload: 'email=a@b.c',
  })

  expect(response.statusCode).toBe(415)
})

test('words and text at the limit of what is allowed are stored unchanged', async () => {
  const email = `${'é'.repeat(242)}@example.com`
  await app.join({
    email,
    full_name: '  Ümläut 💈 O’Neil  ',
    business_name: '💅'.repeat(100),
    problems: ['Other'],
    other_problem: "'; drop table waitlist_entries; -- % _ \\",
    goals: ['Connect with mentors'],
    other_goal: 'said, but not chosen',
  })

  expect(await app.entry(email)).toMatchObject({
    business_name: '💅'.repeat(100),
    other_problem: "'; drop table waitlist_entries; -- % _ \\",
    other_goal: null,
  })
  await app.rows('truncate waitlist_entries cascade')
})
