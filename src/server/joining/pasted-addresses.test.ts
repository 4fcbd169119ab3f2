import { expect, test } from 'vitest'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const emails = async (app: TestApp) =>
  (await app.rows('select email from waitlist_entries order by joined_position')).map(({ email }) => email)

test('an address pasted with something around it is stored without that, at each door', async () => {
  await using app = await testApp({ dist: DIST })
  const owner = { ...(await importingOwner(app)), ...(await keyOwner(app)) }
  const program = await owner.makeKey(['join', 'write', 'read', 'erase'])

  expect(await app.join({ email: 'Dee Moss <Dee@salon.example>' })).toMatchObject({ status: 201, position: 1 })
  for (const again of ['dee@salon.example', 'mailto:dee@salon.example', '\u200bdee＠salon.example,'])
    expect(await app.join({ email: again })).toMatchObject({ status: 200, position: 1 })
  expect((await program.join({ email: '“ann@salon.example”' })).statusCode).toBe(201)
  const { referral_code } = await app.entry('ann@salon.example')
  const wrapped = `https://l.facebook.com/l.php?u=https%3A%2F%2Fold.example%2F%3Fref%3D${referral_code}&h=AT0`
  await owner.importFile(
    `email,Referred by\n<bea@salon.example>;,‘ann@salon.example’\n\u2060cyd@salon.example\u2060,${wrapped}\n`,
  )
  expect(await emails(app)).toEqual(['dee', 'ann', 'bea', 'cyd'].map((name) => `${name}@salon.example`))
  const friends = `select f.email from waitlist_entries f join waitlist_entries r on r.id = f.inviter_id where r.email = 'ann@salon.example' order by 1`
  expect(await app.rows(friends)).toEqual([{ email: 'bea@salon.example' }, { email: 'cyd@salon.example' }])

  const { id } = await app.entry('cyd@salon.example')
  await owner.act({ kind: 'correct-email', email: 'Cy <cy@salon.example>', select: { ids: [id] } })
  expect((await app.entry('cy@salon.example')).id).toBe(id)
  expect((await program.call('PATCH', `/api/v1/entries/${id}`, { email: '<cyd@salon.example>' })).statusCode).toBe(200)
  expect((await app.entry('cyd@salon.example')).id).toBe(id)
  expect(
    (await owner.get(`/api/admin/entries?q=${encodeURIComponent('Cyd <cyd@salon.example>')}`)).json().entries,
  ).toHaveLength(1)

  const message = { name: 'Eve', email: "'eve@salon.example'", message: 'Hello' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload: message })
  expect(await app.rows('select email from contact_messages')).toEqual([{ email: 'eve@salon.example' }])
})

test('forms without scripts take the address alone, and ask about one that no mail can reach', async () => {
  await using app = await testApp({ dist: DIST })
  for (const url of ['/', '/join']) {
    const page = await plainForm(app, url, 'Dee <dee@salon.example>')
    expect(page).toContain('value="dee@salon.example"')
    expect(page).not.toContain('salon.example right?')
  }
  const page = await plainForm(app, '/join', 'dee@salon. example')
  expect(page).toContain('value="dee@salon. example"')
  expect(page).toContain('Is dee@salon.example right?')
})

/** Leaves an email in a form without scripts, and returns the page with the questions. */
async function plainForm({ app }: TestApp, url: string, email: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const begun = await app.inject({ method: 'POST', url, headers, payload: String(new URLSearchParams({ email })) })
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  return (await app.inject({ url: '/form', headers: { cookie } })).body
}

test('while addresses must be confirmed, nobody is told that a mail was sent to an address that none can reach', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const unreachable = ['@', '@dee.cuts', 'dee@salon. example', 'ann@salon.example, dee@salon.example']
  for (const email of unreachable) {
    const answer = await app.ask({ email })
    expect([email, answer.status, answer.body.error?.fields]).toEqual([email, 400, { email: expect.any(String) }])
  }
  expect(await app.rows('select from join_requests')).toEqual([])

  expect(await app.ask({ email: 'Dee Moss <dee@salon.example>' })).toMatchObject({ status: 202 })
  expect((await app.press(await app.tokenOf('dee@salon.example'))).status).toBe(204)
  expect(await emails(app)).toEqual(['dee@salon.example'])

  const token = await mailedToken(app, 'dee@salon.example')
  for (const email of unreachable) {
    const payload = { email }
    expect((await app.app.inject({ method: 'POST', url: '/api/place-links', payload })).statusCode).toBe(400)
    expect((await callPlace(app, token, { method: 'POST', url: '/api/place/email', payload })).statusCode).toBe(400)
  }
  const payload = { email: 'mailto:d@salon.example' }
  expect((await callPlace(app, token, { method: 'POST', url: '/api/place/email', payload })).statusCode).toBe(202)
  await expect.poll(() => app.mailsTo('d@salon.example').length, { timeout: 60_000 }).toBe(1)
})
