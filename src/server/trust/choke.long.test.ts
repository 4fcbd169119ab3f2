import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { joinRequest, testApp } from '../../../test/test-app.ts'

/** The most joins from a network in a minute. */
const MOST = 1_200

test('joins that are refused for want of a proof take nobody’s place within the limits', async () => {
  await using app = await testApp({ rateLimit: true, trustProxy: 'loopback' })
  const [inviter] = await app.joinMany(1)
  const join = async (changes: object, from: string) => {
    const payload = joinRequest({ used_referral_code: inviter!.referral_code, ...changes })
    const headers = { 'x-forwarded-for': from }
    const answer = await app.app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  for (let bot = 0; bot < 12; bot += 1)
    await join({ email: `bot${bot}@mailinator.com`, elapsed_ms: 200 }, '203.0.113.7')
  await app.judge()

  let asked = await join({}, '198.51.100.1')
  while (asked.status !== 428) asked = await join({}, '198.51.100.1')
  const choking = Array.from({ length: MOST + 1 }, (_, index) => join({}, `198.51.100.${10 + (index % 100)}`))
  expect(new Set((await Promise.all(choking)).map(({ status }) => status))).toEqual(new Set([428]))
  const solution = await solveChallenge({ challenge: asked.challenge, deriveKey })
  const proof = Buffer.from(JSON.stringify({ challenge: asked.challenge, solution })).toString('base64')

  expect(await join({ proof }, '198.51.100.2')).toMatchObject({ status: 201 })
})
