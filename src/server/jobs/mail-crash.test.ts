import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/database.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { postTo, startMain } from '../../../test/main-server.ts'
import { FROM } from '../../../test/mailing-app.ts'
import { until } from '../../../test/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

test('a mail that had gone out when the server was killed goes out again under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  const database = await createDatabase()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: FROM }
  try {
    const killed = startMain(database, env)
    // It has the mail, and its answer never arrives.
    smtp.misbehave((step) => {
      if (step === 'data') killed.child.kill('SIGKILL')
      return step === 'data' ? 'die' : null
    })
    await postTo(killed, '/api/waitlist/entries', joinRequest({ email: 'ada@example.com' }))
    await killed.end
    expect(smtp.mails).toHaveLength(1)
    smtp.recover()

    await using _server = startMain(database, env)
    await until(() => smtp.mails.length === 2, 60)
    const [first, second] = smtp.mails
    expect(second!.messageId).toBe(first!.messageId)
    await until(async () => {
      const { rows } = await runOnce(
        database.connection,
        `select state from deliveries where channel = 'send-waitlist-email'`,
      )
      return rows[0].state === 'done'
    })
  } finally {
    await database.drop()
  }
}, 90_000)
