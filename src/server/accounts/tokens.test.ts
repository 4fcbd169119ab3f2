import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { Purpose } from './token-format.ts'
import { createTokens } from './tokens.ts'

const HOUR_MS = 60 * 60_000

/** The tokens of one server, and the id of somebody on its list. */
async function holder(app: TestApp) {
  const { email } = (await app.joinMany(1))[0]!
  return { tokens: createTokens(app.pool), entryId: (await app.entry(email)).id as string }
}

test('joining answers a new person with a token of their browser, also when the answer is asked for again', async () => {
  await using app = await testApp()
  const request = { email: 'ada@example.com', submission_id: crypto.randomUUID() }
  const [first, retry, again] = [
    await app.join(request),
    await app.join(request),
    await app.join({ email: request.email, submission_id: crypto.randomUUID() }),
  ]
  const { id } = await app.entry(request.email)
  const tokens = createTokens(app.pool)

  expect(retry.browser_token).toBe(first.browser_token)
  for (const { browser_token } of [first, retry])
    expect(await tokens.read(browser_token!, { purpose: 'browser' })).toMatchObject({ entryId: id })
  expect(again).not.toHaveProperty('browser_token')
})

test('a token is good for its own purpose alone', async () => {
  await using app = await testApp()
  const { tokens, entryId } = await holder(app)
  const purposes: Purpose[] = ['browser', 'place', 'confirm', 'unsubscribe', 'invitation', 'address']
  for (const purpose of purposes) {
    const token = (await tokens.sign(purpose, entryId))!
    for (const asked of purposes)
      expect([purpose, asked, await tokens.read(token, { purpose: asked })]).toEqual([
        purpose,
        asked,
        purpose === asked ? expect.objectContaining({ entryId }) : null,
      ])
  }
})

test('a token that is forged, cut, longer, or of another installation is read as nothing', async () => {
  await using app = await testApp()
  await using another = await testApp()
  const { tokens, entryId } = await holder(app)
  const good = (await tokens.sign('place', entryId))!
  const foreign = await createTokens(another.pool).signFirst('place', entryId)
  const forged = [...good].map(
    (letter, index) => good.slice(0, index) + (letter === 'A' ? 'B' : 'A') + good.slice(index + 1),
  )

  for (const token of ['', 'x', foreign, `${good}A`, `${good}=`, `${good} `, good.slice(0, -1), ...forged])
    expect([token, await tokens.read(token, { purpose: 'place' })]).toEqual([token, null])
})

test('what ends tokens ends those that one person held before, of its purposes alone, on every server', async () => {
  await using app = await testApp()
  const [one, other] = [await holder(app), await holder(app)]
  const sign = (purpose: Purpose, { entryId }: typeof one) => one.tokens.sign(purpose, entryId)
  const [revoked, ofAnotherPurpose, ofAnotherPerson] = await Promise.all([
    sign('browser', one),
    sign('place', one),
    sign('browser', other),
  ])
  await one.tokens.end(app.pool, 'link pressed', one.entryId)
  const next = await sign('browser', one)
  const read = (token: string | null, purpose: Purpose = 'browser') => other.tokens.read(token!, { purpose })

  expect(await read(revoked)).toBeNull()
  expect(await read(ofAnotherPurpose, 'place')).toMatchObject({ entryId: one.entryId })
  expect(await read(ofAnotherPerson)).toMatchObject({ entryId: other.entryId })
  expect(await read(next)).toMatchObject({ entryId: one.entryId })
})

test('a caller can ask for a token of the last hour', async () => {
  await using app = await testApp()
  const { tokens, entryId } = await holder(app)
  const old = (await tokens.sign('place', entryId, Date.now() - HOUR_MS - 2_000))!
  const fresh = (await tokens.sign('place', entryId))!

  expect(await tokens.read(old, { purpose: 'place' })).toMatchObject({ entryId })
  expect(await tokens.read(old, { purpose: 'place', maxAgeMs: HOUR_MS })).toBeNull()
  expect(await tokens.read(fresh, { purpose: 'place', maxAgeMs: HOUR_MS })).toMatchObject({ entryId })
})

test('once erased, a person holds nothing but links to unsubscribe', async () => {
  await using app = await testApp()
  const { tokens, entryId } = await holder(app)
  const [place, unsubscribe] = [await tokens.sign('place', entryId), await tokens.sign('unsubscribe', entryId)]
  await app.rows('update waitlist_entries set email = null, erased_at = now()')

  expect(await tokens.read(place!, { purpose: 'place' })).toBeNull()
  expect(await tokens.sign('place', entryId)).toBeNull()
  expect(await tokens.read(unsubscribe!, { purpose: 'unsubscribe' })).toMatchObject({ entryId })
})

test('all servers sign with the same secret, even if they start at once', async () => {
  await using app = await testApp()
  const { tokens, entryId } = await holder(app)
  const signed = await Promise.all(Array.from({ length: 4 }, () => createTokens(app.pool).signFirst('place', entryId)))

  for (const token of signed) expect(await tokens.read(token, { purpose: 'place' })).toMatchObject({ entryId })
})
