import type { StampResponse } from '#shared/joining/join.ts'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../../test/servers/database.ts'
import { settingsOf } from '../../../../test/services/fake-services.ts'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { postTo, startMain } from '../../../../test/servers/main-server.ts'
import { until } from '../../../../test/servers/process.ts'
import { joinRequest } from '../../../../test/test-app.ts'
import { ROUTES } from '#shared/routes.ts'

/** A private database, and the settings of servers that mail through a fake mail server. */
async function newMailer(smtp: FakeSmtp) {
  const database = await createDatabase()
  const env = settingsOf({ smtp })
  return {
    start: () => startMain(database, env),
    rows: async (sql: string) => (await runOnce(database.connection, sql)).rows,
    [Symbol.asyncDispose]: () => database.drop(),
  }
}

test.concurrent('a mail that went out just before the server was killed goes out again under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  await using mailer = await newMailer(smtp)
  const killed = mailer.start()
  // Kills the server when the mail server has the mail, so that the answer never arrives.
  smtp.misbehave((step) => {
    if (step === 'data') killed.child.kill('SIGKILL')
    return step === 'data' ? 'die' : null
  })
  await postTo(killed, '/api/waitlist/entries', joinRequest({ email: 'ada@example.com' }))
  await killed.end
  expect(smtp.mails).toHaveLength(1)
  smtp.recover()

  await using _server = mailer.start()
  await until(() => smtp.mails.length === 2, 60)
  const [first, second] = smtp.mails
  expect(second!.messageId).toBe(first!.messageId)
  await until(async () => {
    const [delivery] = await mailer.rows(`select state from outbox where channel = 'send-waitlist-email'`)
    return delivery.state === 'done'
  })
})

test.concurrent('a server that is killed while it tells a referrer about a friend does not tell them again within the hour', async () => {
  await using smtp = await fakeSmtp()
  await using mailer = await newMailer(smtp)
  const isNews = ({ subject }: { subject: string }) => subject.startsWith('A friend')
  {
    await using first = mailer.start()
    const joined = await postTo(first, '/api/waitlist/entries', joinRequest({ email: 'ada@example.com' }))
    const { referral_code } = (await joined.json()) as { referral_code: string }
    await until(() => smtp.mails.length === 1)
    smtp.misbehave((step, to) => {
      if (step === 'data' && to === 'ada@example.com') first.child.kill('SIGKILL')
      return step === 'data' && to === 'ada@example.com' ? 'die' : null
    })
    const address = /http:\S+/.exec(await first.line(/http:/))![0]
    const { stamp } = (await (await fetch(address + ROUTES.formStamp.path)).json()) as StampResponse
    const friend = joinRequest({
      email: 'friend@example.com',
      used_referral_code: referral_code,
      stamp,
      elapsed_ms: 60_000,
    })
    await postTo(first, '/api/waitlist/entries', friend)
    await first.end
  }
  expect(smtp.mails.filter(isNews)).toHaveLength(1)
  smtp.recover()

  await using _second = mailer.start()
  await until(async () => {
    const waiting = await mailer.rows(
      `select from outbox where channel = 'send-referral-notification' and state = 'waiting'
         and due_at > now() + interval '50 minutes'`,
    )
    return waiting.length === 1
  }, 60)
  expect(smtp.mails.filter(isNews)).toHaveLength(1)

  await mailer.rows(`update referral_mails set sent_at = array[now() - interval '1 hour']`)
  await mailer.rows(`update outbox set due_at = now() where state = 'waiting'`)
  await until(() => smtp.mails.filter(isNews).length === 2)
  const [first, again] = smtp.mails.filter(isNews)
  expect(again!.messageId).toBe(first!.messageId)
})
