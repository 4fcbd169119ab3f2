import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from './fixtures.ts'
import { answer, freshEmail, signUp, submit } from './visitor.ts'

const ENTRIES = '**/api/waitlist/entries'
const STAMP = '**/api/waitlist/stamp*'
const SECRET = { hmacSignatureSecret: 'of this test', hmacKeySignatureSecret: 'of its keys' }
/** As hard as a challenge of the server can be. */
const HARDEST = { algorithm: 'PBKDF2/SHA-256', cost: 500, counter: 600, deriveKey, ...SECRET }
type Sent = { stamp?: string; proof?: string; website?: string }

async function isSolved(proof: string): Promise<boolean> {
  const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString())
  return (await verifySolution({ challenge, solution, deriveKey, ...SECRET })).verified
}

test('under attack, the form works out a proof while the person answers, and sends it with its stamp, which it asks for until it comes', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/429/)
  const sent: Sent[] = []
  let forms = 0
  await page.route(STAMP, async (route) => {
    forms += 1
    if (forms === 1) return route.fulfill({ status: 429, json: { error: { code: 'rate-limited', message: '' } } })
    return route.fulfill({ json: { stamp: `of form ${forms}`, challenge: await createChallenge(HARDEST) } })
  })
  await page.route(ENTRIES, (route) => {
    sent.push(route.request().postDataJSON() as Sent)
    return sent.length === 1
      ? route.fulfill({ status: 202, json: { check_inbox: true } })
      : route.fulfill({ status: 201, json: { position: 7, referral_code: 'AB12CD' } })
  })
  await page.goto('/')
  await signUp(page, freshEmail('proof'))
  await expect(page.locator('input[name=website]')).toBeHidden()
  await answer(page)
  await submit(page)
  await expect(page).toHaveURL(/check-inbox/)

  // The next person on the same tablet.
  await page.goto('/')
  await signUp(page, freshEmail('next'))
  await answer(page)
  await submit(page)
  await expect(page).toHaveURL(/thank-you/)

  expect(sent.map(({ stamp }) => stamp)).toEqual(['of form 2', 'of form 3'])
  expect(sent[0]).not.toHaveProperty('website')
  expect(await Promise.all(sent.map(({ proof }) => isSolved(proof!)))).toEqual([true, true])
  expect(new Set(sent.map(({ proof }) => proof)).size).toBe(2)
})

test('a browser without workers sends its join without a proof', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'Worker'))
  const challenge = await createChallenge(HARDEST)
  await page.route(STAMP, (route) => route.fulfill({ json: { stamp: 'of this form', challenge } }))
  await page.route(ENTRIES, (route) => route.fulfill({ status: 201, json: { position: 7, referral_code: 'AB12CD' } }))
  await page.goto('/')
  await signUp(page, freshEmail('refused'))
  await answer(page)
  await submit(page)

  await expect(page).toHaveURL(/thank-you/)
})

test('a join that is asked for a proof is sent again with it', { tag: '@long' }, async ({ page, expectConsole }) => {
  expectConsole(/428/)
  const sent: Sent[] = []
  await page.route(ENTRIES, async (route) => {
    sent.push(route.request().postDataJSON() as Sent)
    if (sent.length > 1) return route.fulfill({ status: 201, json: { position: 7, referral_code: 'AB12CD' } })
    const challenge = await createChallenge(HARDEST)
    return route.fulfill({ status: 428, json: { error: { code: 'proof-needed', message: '' }, challenge } })
  })
  await page.goto('/')
  await signUp(page, freshEmail('asked'))
  await answer(page)
  await submit(page)

  await expect(page).toHaveURL(/thank-you/)
  expect(sent).toHaveLength(2)
  expect(await isSolved(sent[1]!.proof!)).toBe(true)
})

test(
  'a proof whose script was lost is worked out when the server asks for it again',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED|428/)
    const challenge = await createChallenge(HARDEST)
    await page.route('**/assets/solver-*.js', (route) => route.abort(), { times: 1 })
    await page.route(STAMP, (route) => route.fulfill({ json: { stamp: 'of this form', challenge } }))
    const sent: Sent[] = []
    await page.route(ENTRIES, (route) => {
      const { proof } = sent[sent.push(route.request().postDataJSON() as Sent) - 1]!
      return proof
        ? route.fulfill({ status: 201, json: { position: 7, referral_code: 'AB12CD' } })
        : route.fulfill({ status: 428, json: { error: { code: 'proof-needed', message: '' }, challenge } })
    })
    await page.goto('/')
    await signUp(page, freshEmail('proof'))
    await answer(page)
    await submit(page)
    await expect(page).toHaveURL(/thank-you/)
    expect(sent).toHaveLength(2)
    expect(await isSolved(sent[1]!.proof!)).toBe(true)
  },
)
