import { expect, test } from 'vitest'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { callPlace } from '../../../test/people/place-holder.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'

test('the code in a mail opens what the button of the mail opens, and only for the address of the mail', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { rateLimit: true, trustProxy: 'loopback' })
  const open = async (email: string, code: string) => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    const payload = { email, code }
    const { statusCode, body } = await app.app.inject({ method: 'POST', url: '/api/place-codes', headers, payload })
    return { status: statusCode, ...JSON.parse(body) }
  }
  await app.ask({ email: 'ada@example.com' })
  const link = await app.tokenOf('ada@example.com')
  const code = /this code at .*: (\S+)/.exec(app.mailsTo('ada@example.com')[0]!.text)![1]!

  const opened = await open(' ADA@example.com ', code.toLowerCase().replace('-', ' '))
  expect(opened).toMatchObject({ status: 200, page: 'confirm' })
  expect(await app.sets(opened.token)).toEqual(await app.sets(link))
  expect(
    (await callPlace(app, opened.token, { method: 'POST', url: '/api/place/confirm', payload: {} })).statusCode,
  ).toBe(204)

  const refused = { status: 400, error: { fields: { code: expect.stringContaining('is not the code') } } }
  expect(await open('nobody@example.com', code)).toMatchObject(refused)
  expect(await open('ada@example.com', '')).toMatchObject(refused)
  for (let time = 0; time < 3; time += 1) await open('ada@example.com', 'AAAA-AAAA')
  expect(await open('ada@example.com', code)).toMatchObject({ status: 429, error: { code: 'rate-limited' } })
})
