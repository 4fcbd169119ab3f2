import { expect, test } from 'vitest'
import { acceptableCode } from '#shared/joining/referral-link.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

/** Older codes, with characters that look alike and that new codes avoid. The last two codes look the same. */
const OLD_CODES = { ada: 'AO1CDE', bea: 'B0BLI5', carl: 'COCO11', dora: 'C0C0LL' }
/** Codes of another list, as an owner may import them. */
const OTHERS_CODES = { emma: 'emma-in-soho', finn: 'Oliver-and-the-Hairdressers-of-Islington-2011-0001' }

/** The link of a friend, as a redirector carries it. */
const escape = (code: string) => encodeURIComponent(`https://a.example/?ref=${code}`)

const TYPED = [
  ['as it is', 'AO1CDE', 'ada'],
  ['in lower case', 'ao1cde', 'ada'],
  ['with a zero for the O', 'A01CDE', 'ada'],
  ['with an O for the zero', 'BOBLI5', 'bea'],
  ['with an L for the one', 'AOLCDE', 'ada'],
  ['with ones for L and I', 'B0B115', 'bea'],
  ['with an l for the one, in lower case, with spaces', ' ao lcde ', 'ada'],
  ['behind a hash sign', '#AO1CDE', 'ada'],
  ['in a link with more in it', 'https://a.example/?ref=AO1CDE&utm_source=chat#top', 'ada'],
  ['with the invisible characters of a messenger', '\u200bAO1CDE\u2060', 'ada'],
  ['in brackets, at the end of a sentence', '(AO1CDE).', 'ada'],
  ['with an emoji', 'AO1CDE 🎉️', 'ada'],
  ['in full width', 'ＡＯ１ＣＤＥ', 'ada'],
  ['in a link from HTML', 'https://a.example/?a=1&amp;ref=AO1CDE', 'ada'],
  ['in a link with an encoded sign', 'https://a.example/?ref%3DAO1CDE', 'ada'],
  [
    'behind SafeLinks',
    `https://eur01.safelinks.protection.outlook.com/?url=${escape('AO1CDE&utm_source=a')}&data=05%7C0&reserved=0`,
    'ada',
  ],
  ['behind Facebook', `https://l.facebook.com/l.php?u=${escape('AO1CDE&fbclid=IwAR0')}&h=AT0x`, 'ada'],
  ['behind Instagram', `https://l.instagram.com/?u=${escape('AO1CDE')}&e=AT0x`, 'ada'],
  ['behind Google, half escaped', 'https://www.google.com/url?q=https://a.example/%3Fref%3DAO1CDE&sa=D&ust=1', 'ada'],
  [
    'behind Proofpoint 2',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_-3Fref-3DAO1CDE&d=DwMF&c=x',
    'ada',
  ],
  ['behind Proofpoint 3', 'https://urldefense.com/v3/__https://a.example/?ref=AO1CDE__;!!N14HnBHF!x-_y$', 'ada'],
  [
    'behind SafeLinks around Facebook',
    `https://x.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://l.facebook.com/l.php?u=${escape('AO1CDE')}&h=AT0`)}&data=05`,
    'ada',
  ],
  [
    'in a link of another tool behind a redirector',
    'out.example/away?to=https%3a%2f%2fb.example%2fr%2fAO1CDE&x=1',
    'ada',
  ],
  ['as it is, although another looks the same', 'C0C0LL', 'dora'],
  ['in lower case, although another looks the same', 'coco11', 'carl'],
  ['like two', 'COC0I1', null],
  ['as it is, in lower case', 'emma-in-soho', 'emma'],
  ['in capitals instead of lower case', 'EMMA-IN-SOHO', 'emma'],
  ['with all that looks alike in a long one', 'oliver-and-the-hairdressers-of-lslington-2oll-oool', 'finn'],
  ['although nobody has it', 'ZZZZZZ', null],
] as const

test('a code is read the same way while it is typed and by both ways to join', async () => {
  const drawn: string[] = []
  await using app = await testApp({ draw: () => drawn.shift()! })
  for (const [name, code] of Object.entries({ ...OLD_CODES, ...OTHERS_CODES })) {
    drawn.push(code, 'SPARE2')
    await app.join({ email: `${name}@example.com` })
  }
  const friendOf = async (used_referral_code: string) => {
    const email = `friend-${crypto.randomUUID()}@example.com`
    // Browsers take the code out of a long link.
    const sent =
      used_referral_code.length > MAX_LENGTH.referralCode ? acceptableCode(used_referral_code) : used_referral_code
    await app.join({ email, used_referral_code: sent })
    const [credit] = await app.rows(
      `select split_part(r.email, '@', 1) as referrer from waitlist_entries f join waitlist_entries r on r.id = f.inviter_id
       where f.email = $1`,
      email,
    )
    return credit?.referrer ?? null
  }

  const read = []
  for (const [index, [how, typed]] of TYPED.entries()) {
    const { status } = await check(app, typed)
    drawn.push(`BATCH${index}`, 'SPARE2')
    const inBatch = await friendOf(typed)
    // Neither of the first two codes is free, so the next batch stores this person.
    drawn.push('AO1CDE', 'B0BLI5', `CAREFUL${index}`)
    read.push({ how, status, inBatch, carefully: await friendOf(typed) })
  }

  expect(read).toEqual(
    TYPED.map(([how, , owner]) => ({ how, status: owner ? 200 : 404, inBatch: owner, carefully: owner })),
  )
})

test('GET /api/referral-codes/:code says whether somebody has the code, and how many places it puts its friends ahead', async () => {
  await using app = await testApp()
  const [person] = await app.joinMany(1)

  expect(await check(app, person!.referral_code)).toEqual({ status: 200, body: { kind: 'friend', bonus: 0 } })
  const owner = await actingOwner(app)
  await owner.act({ kind: 'referral-rule', places: 5, cap: null, bonus: 3 })
  expect(await check(app, person!.referral_code)).toEqual({ status: 200, body: { kind: 'friend', bonus: 3 } })
  for (const typed of ['NOBODY', '\0', ' # ', 'x'.repeat(MAX_LENGTH.referralCode + 1), "'; drop table waves"])
    expect({ typed, ...(await check(app, typed)) }).toEqual({
      typed,
      status: 404,
      body: { error: { code: 'not-found', message: expect.any(String) } },
    })

  await app.rows('update waitlist_entries set email = null, erased_at = now()')
  expect(await check(app, person!.referral_code)).toMatchObject({ status: 404 })
})

test('an address that checks codes without end has to wait, but may still join', async () => {
  await using app = await testApp({ rateLimit: true, trustProxy: 'loopback' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const statuses: number[] = []
  for (let guess = 0; guess < 61; guess += 1) statuses.push((await check(app, `GUESS${guess}`, headers)).status)

  expect(statuses.filter((status) => status !== 404)).toEqual([429])
  const joining = await app.app.inject({
    method: 'POST',
    url: '/api/waitlist/entries',
    headers,
    payload: joinRequest({ used_referral_code: 'GUESS1' }),
  })
  expect(joining.statusCode).toBe(201)
})

async function check({ app }: Pick<TestApp, 'app'>, typed: string, headers = {}) {
  const code = typed.length > MAX_LENGTH.referralCode ? (acceptableCode(typed) ?? typed) : typed
  const answer = await app.inject({ url: `/api/referral-codes/${encodeURIComponent(code)}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

test('a text that is longer than any link is not searched for one, which would take a second', () => {
  const began = performance.now()
  expect(acceptableCode('urldefense'.repeat(6_400))).toBe(null)
  expect(performance.now() - began).toBeLessThan(200)
})
