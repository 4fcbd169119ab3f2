import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { signIn } from '../../../test/people/owner.ts'
import { joinRequest } from '../../../test/test-app.ts'

type Server = Awaited<ReturnType<typeof confirmingApp>>

const BUDGETS = { all: 400, domain: 200, recipient: 8 }
const LIMITED = { rateLimit: true, trustProxy: 'loopback', mailBudgets: BUDGETS }

async function ask({ app, stamp }: Server, email: string, from: string, changes: object = {}) {
  const headers = { 'x-forwarded-for': from }
  const payload = joinRequest({ email, stamp, ...changes })
  const answer = await app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })
  const { error = null, challenge: _challenge, ...rest } = answer.json()
  return { status: answer.statusCode, error, ...rest }
}

/** Asks until the answer has this status, because a server reads alarms only after a while. */
async function askUntil(app: Server, status: number, ...asked: [email: string, from: string]) {
  for (;;) {
    const answer = await ask(app, ...asked)
    if (answer.status === status) return answer
    await pause(100)
  }
}

test('one network uses up a quarter of the mails to a domain at most: people elsewhere get theirs, and owners are told', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, LIMITED)
  const owner = await signIn(app)
  await app.rows(`update accounts set email = 'owner@salon.example'`)
  expect((await owner.get('/api/admin/reviews')).json().is_flooded).toBe(false)

  const bots = Array.from({ length: 300 }, (_, bot) => `bot${bot}@bigmail.com`)
  const answers = await Promise.all(bots.map((email, bot) => ask(app, email, `203.0.113.${bot % 5}`)))

  expect(answers.filter(({ status }) => status === 202)).toHaveLength(BUDGETS.domain / 4)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]))
  // The answer does not tell whether an address waits already.
  const [unknown, waiting] = [await ask(app, 'new@bigmail.com', '203.0.113.9'), await ask(app, bots[0]!, '203.0.113.9')]
  expect(unknown).toEqual(waiting)
  expect(unknown.status).toBe(429)
  expect(await ask(app, 'honest@bigmail.com', '198.51.100.1')).toMatchObject({ status: 202 })
  await app.tokenOf('honest@bigmail.com')
  expect(await ask(app, 'neighbour@elsewhere.org', '203.0.113.9')).toMatchObject({ status: 202 })

  await app.watchFloods()
  await app.watchFloods()
  expect(app.mailsTo('owner@salon.example').map(({ subject }) => subject)).toEqual([
    'Unusual sign-ups on your waitlist',
  ])
  expect((await owner.get('/api/admin/reviews')).json().is_flooded).toBe(true)
  await askUntil(app, 428, 'third@elsewhere.org', '203.0.113.9')
  expect(await ask(app, 'calm@elsewhere.org', '198.51.100.2')).toMatchObject({ status: 202 })
})

test('where addresses must be confirmed, doubtful requests with a code and from a network ring the alarm too', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { ...LIMITED, mailBudgets: { all: 5_000, domain: 2_000, recipient: 8 } })
  for (let bot = 0; bot < 12; bot += 1)
    await ask(app, `bot${bot}@example.com`, '203.0.113.7', { website: 'https://trap.example' })

  await app.watchFloods()

  await askUntil(app, 428, 'later@example.com', '203.0.113.8')
  expect(await ask(app, 'honest@example.com', '198.51.100.1')).toMatchObject({ status: 202 })
})
