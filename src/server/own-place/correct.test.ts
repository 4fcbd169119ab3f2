import { expect, test } from 'vitest'
import { MAX_CHANGES_PER_DAY, MAX_OWN_CHANGES_PER_DAY } from '#shared/joining/joining-again.ts'
import { OTHER } from '#shared/site/questions.ts'
import { allServices } from '../../../test/services/all-services.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { signIn } from '../../../test/people/owner.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

const ADA = 'ada@example.com'

function correct(app: TestApp, token: string, answers: unknown) {
  return callPlace(app, token, { method: 'PATCH', payload: { answers } as object })
}

async function profile(app: TestApp, email: string) {
  const { id } = await app.entry(email)
  return (await (await signIn(app)).get(`/api/admin/entries/${id}`)).json()
}

test('a person corrects one question at a time; the earlier answers stay, and Notion and Beehiiv follow', async () => {
  await using app = await testApp()
  const ada = await app.join({ email: ADA, business_name: 'First' })
  const { id } = await app.entry(ADA)

  const one = await correct(app, ada.browser_token!, { business_name: ' Second ' })
  const other = await correct(app, ada.browser_token!, { problems: [OTHER], other_problem: 'No-shows' })

  expect([one.statusCode, other.statusCode]).toEqual([200, 200])
  expect(other.json()).toMatchObject({
    answers: { business_name: 'Second', problems: [OTHER], other_problem: 'No-shows', job_industry: 'Barber' },
    position: 1,
    referral_code: ada.referral_code,
  })
  const { history, entry } = await profile(app, ADA)
  expect(entry).toMatchObject({ business_name: 'Second', unproven: false })
  expect(history.revisions).toMatchObject([
    { business_name: 'Second', other_problem: null, unproven: false },
    { business_name: 'First', unproven: false },
  ])
  expect(history.codes).toHaveLength(1)
  for (const name of ['add-to-notion', 'sync-to-beehiiv'] as const)
    expect(await app.waiting(name)).toEqual([{ subject: id, friend_id: null }])
  // No mail is sent, and the name from joining is kept.
  expect(await app.waiting('send-waitlist-email')).toHaveLength(1)
  expect(await app.rows('select full_name from full_names')).toEqual([{ full_name: joinRequest().full_name }])

  await correct(app, ada.browser_token!, { business_name: 'Second' })
  expect(await app.waiting('add-to-notion')).toHaveLength(1)
  expect(await app.verify()).toEqual([])
})

test('a person sees and corrects their name, and Notion gets the corrected one', async () => {
  await using all = await allServices()
  const { app } = all
  const { browser_token } = await app.join({ email: ADA, full_name: 'Adda' })
  const name = (full_name: unknown) =>
    callPlace(app, browser_token!, { method: 'PATCH', payload: { full_name } as object })
  await hurryUntil(app, () => isQueueIdle(app))

  expect((await name('Ada Lovelace')).json()).toMatchObject({ full_name: 'Ada Lovelace', position: 1 })
  await hurryUntil(app, () => isQueueIdle(app))
  expect(JSON.stringify(all.pages())).toContain('Ada Lovelace')
  expect(all.mailsTo(ADA)).toHaveLength(1)
  expect(await app.rows('select from entry_revisions')).toEqual([])
  for (const [bad, field] of [
    ['', 'full_name'],
    ['a\0b', 'full_name'],
    [undefined, 'answers'],
  ])
    expect(Object.keys((await name(bad)).json().error.fields)).toEqual([field])
  expect((await callPlace(app, browser_token!)).json().full_name).toBe('Ada Lovelace')
})

test('a name that somebody else typed is not shown to the browser that joined first', async () => {
  await using app = await testApp()
  await using worker = await testApp({ beside: app, work: true })
  const { browser_token } = await app.join({ email: ADA, full_name: 'Eve' })
  await hurryUntil(worker, () => isQueueIdle(app))
  expect((await callPlace(app, browser_token!)).json().full_name).toBe('Eve')
  // The answers are the same, so the entry is not marked as unproven.
  await app.join({ email: ADA, full_name: 'Ada' })
  await hurryUntil(worker, () => isQueueIdle(app))
  expect((await callPlace(app, browser_token!)).json()).toMatchObject({ full_name: null, answers_hidden: false })
  expect((await callPlace(app, await mailedToken(app, ADA))).json().full_name).toBe('Ada')
})

test.each([
  [{ problems: ['Nothing like that'] }, 'answers.problems'],
  [{ goals: [OTHER], other_goal: ' ' }, 'answers.other_goal'],
  [{ other_goal: 'Alone' }, 'answers.other_goal'],
  [{ is_solo_provider: 'yes' }, 'answers.is_solo_provider'],
  [{ business_name: '' }, 'answers.business_name'],
  [{ business_name: 'a\0b' }, 'answers.business_name'],
  [{ email: 'eve@example.com' }, 'answers'],
  [{}, 'answers'],
  ['nothing', 'answers'],
])('an answer that is not valid is refused under the name of its field: %j', async (answers, field) => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: ADA })
  const refused = await correct(app, browser_token!, answers)
  expect([refused.statusCode, Object.keys(refused.json().error.fields)]).toEqual([400, [field]])
  expect(await app.rows('select from outbox')).toEqual([])
})

test('somebody who types another person’s email is marked, is bounded, and cannot keep that person from correcting', async () => {
  await using app = await testApp()
  const ada = await app.join({ email: ADA, business_name: 'Mine' })
  const authorization = `Bearer ${ada.browser_token}`
  const joinAgain = (business_name: string, headers = {}) =>
    app.app.inject({
      method: 'POST',
      url: '/api/waitlist/entries',
      headers,
      payload: joinRequest({ email: ADA, business_name }),
    })

  await joinAgain('Mine again', { authorization })
  expect((await profile(app, ADA)).entry).toMatchObject({ business_name: 'Mine again', unproven: false })
  for (let again = 0; again < MAX_CHANGES_PER_DAY + 2; again += 1) await joinAgain(`HACKED ${again}`)
  const hacked = await profile(app, ADA)
  expect(hacked.entry).toMatchObject({ business_name: `HACKED ${MAX_CHANGES_PER_DAY - 2}`, unproven: true })
  expect(hacked.history.revisions[0]).toMatchObject({ business_name: 'HACKED 2', unproven: true })
  expect(hacked.history.revisions.at(-1)).toMatchObject({ business_name: 'Mine', unproven: false })
  const file = (await (await signIn(app)).get('/api/admin/entries.csv?range=all')).body.split('\r\n')
  const [names, cells] = file.map((line) => line.split(','))
  expect(cells![names!.indexOf('answers_not_proven')]).toBe('yes')

  // The person who typed the address first may be the stranger: only a mailed token proves who owns it.
  expect((await correct(app, ada.browser_token!, { business_name: 'Mine' })).statusCode).toBe(403)
  const mailed = await mailedToken(app, ADA)
  expect((await correct(app, mailed, { business_name: 'Mine' })).statusCode).toBe(200)
  expect((await profile(app, ADA)).entry).toMatchObject({ business_name: 'Mine', unproven: false })
  for (let again = 0; again < MAX_OWN_CHANGES_PER_DAY; again += 1)
    await correct(app, mailed, { business_name: `Mine ${again}` })
  const refused = await correct(app, mailed, { business_name: 'Too often' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect((await profile(app, ADA)).history.revisions).toHaveLength(20)
  expect(await app.verify()).toEqual([])
})

test('the browser that joined first cannot replace by joining again what somebody else has sent since', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: ADA, business_name: 'Typed first' })
  const joinWith = async (token: string, business_name: string) => {
    const payload = joinRequest({ email: ADA, business_name })
    const headers = { authorization: `Bearer ${token}` }
    await app.app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })
    return (await profile(app, ADA)).entry
  }
  await app.join({ email: ADA, business_name: 'The owner' })
  expect(await joinWith(browser_token!, 'Typed again')).toMatchObject({ business_name: 'Typed again', unproven: true })
  const mailed = await mailedToken(app, ADA)
  expect(await joinWith(mailed, 'The owner')).toMatchObject({ business_name: 'The owner', unproven: false })
})

test('of two people who share a browser each keeps their own entry', async () => {
  await using app = await testApp()
  const ada = await app.join({ email: ADA })
  const headers = { authorization: `Bearer ${ada.browser_token}` }
  const join = (email: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/waitlist/entries',
      headers,
      payload: joinRequest({ email, business_name: 'Eve’s' }),
    })

  const eve = (await join('eve@example.com')).json()
  expect((await callPlace(app, eve.browser_token)).json()).toMatchObject({ email: 'eve@example.com' })
  await app.join({ email: 'ida@example.com' })
  expect((await join('ida@example.com')).statusCode).toBe(200)
  expect((await profile(app, 'ida@example.com')).entry).toMatchObject({ unproven: true })
  expect((await profile(app, ADA)).entry).toMatchObject({ business_name: 'The Corner Chair', unproven: false })
})

test('each joining stores the version of the privacy page', async () => {
  await using app = await testApp()
  await app.join({ email: ADA })
  expect(await app.entry(ADA)).toMatchObject({ privacy_version: '1' })
  await app.rows(`update waitlist_entries set privacy_version = 'of old'`)
  await correct(app, await mailedToken(app, ADA), { business_name: 'Another' })
  expect(await app.entry(ADA)).toMatchObject({ privacy_version: 'of old' })
  await app.join({ email: ADA })
  expect(await app.entry(ADA)).toMatchObject({ privacy_version: '1' })
})
